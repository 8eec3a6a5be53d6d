import { expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { previewCampaign } from '#contract/campaign/preview.ts'
import { toValues, type CampaignValues, type ValueName } from '../campaign-values.ts'
import { describePreview, toPreviewChange } from './preview-change.ts'

const live = toValues(DEFAULT_CAMPAIGN)

function preview(edits: Partial<CampaignValues>) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of the values
  const changed = Object.keys(edits) as ValueName[]
  return toPreviewChange({ ...live, ...edits }, changed)
}

test('what cannot be published is left out and named, and the rest is shown', () => {
  const { change, leftOut } = preview({
    cause: 'a <b>new</b> lifeboat',
    'links.terms': 'javascript:alert(1)',
    'amounts.minCents': 'much',
    title: ' ',
  })
  expect(change).toEqual({ cause: 'a <b>new</b> lifeboat' })
  expect(leftOut).toEqual(['title', 'links.terms', 'amounts.minCents'])
})

test('the draft lies over the published campaign', () => {
  const { change } = preview({ host: 'The Quiz Club', 'disclaimer.points': 'Be kind.' })
  expect(previewCampaign(DEFAULT_CAMPAIGN, change)).toEqual({
    ...DEFAULT_CAMPAIGN,
    host: 'The Quiz Club',
    disclaimer: { version: 'draft', points: ['Be kind.'] },
  })
})

test.each([
  ['Europe/Berlin', '2026-12-24T18:00', '2026-12-24T17:00:00.000Z'],
  ['Europe/Berlin', '2027-03-28T03:30', '2027-03-28T01:30:00.000Z'],
  ['America/New_York', '2026-11-01T03:00', '2026-11-01T08:00:00.000Z'],
  ['Asia/Kathmandu', '2026-12-24T18:00', '2026-12-24T12:15:00.000Z'],
])('the deadline is the instant of its time zone: %s, %s', (timeZone, deadline, instant) => {
  expect(preview({ timeZone, deadline }).change.deadline).toBe(instant)
})

test('without a usable time zone the deadline stays as it is published', () => {
  const { change, leftOut } = preview({ timeZone: 'Nowhere', deadline: '2026-12-24T18:00' })
  expect(change).toEqual({})
  expect(leftOut).toEqual(['deadline', 'timeZone'])
})

test('the host reads what the preview cannot show', () => {
  expect(describePreview([], [])).toBe('This is the published page. Nothing is sent from here.')
  expect(describePreview(['title'], [])).toBe(
    'This is the page with your draft. Nothing is sent from here.',
  )
  expect(describePreview(['boards'], [])).toContain('New boards and crowns show examples.')
  expect(describePreview(['title', 'links.terms'], ['links.terms'])).toBe(
    'Not in the preview, because it cannot be published yet: Link to the terms.',
  )
})

test.each(['0002-11-28T23:59', '0020-11-28T23:59', '0202-11-28T23:59'])(
  'a year that is being typed, %s, is shown as it is',
  (deadline) => {
    const { change } = preview({ deadline, timeZone: 'UTC' })
    expect(change.deadline).toBe(`${deadline}:00.000Z`)
  },
)
