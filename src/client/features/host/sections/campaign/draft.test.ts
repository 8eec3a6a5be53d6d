import { expect, test } from 'vitest'
import { campaignChangeSchema } from '#contract/campaign/settings.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { toChange, toValues, VALUE_NAMES } from './campaign-values.ts'
import { keepDraft, listChanged, listConflicts, readDraft, takeRest } from './draft.ts'

const base = toValues(DEFAULT_CAMPAIGN)

test('a whole campaign goes through the form unchanged', () => {
  const campaign = {
    ...DEFAULT_CAMPAIGN,
    amounts: { minCents: 150, maxCents: 900_000, defaultCents: 505, chipsCents: [500, 2_050] },
    deadline: '2026-12-24T17:00:00.000Z',
    timeZone: 'Europe/Berlin',
    open: false,
    boards: ['donors-week' as const, 'donations-all-time' as const],
    spendingLimits: { dayCents: 5_000, weekCents: null },
    quietWord: true,
  }
  const change = campaignChangeSchema.parse(toChange(toValues(campaign), VALUE_NAMES))
  expect(change).toMatchObject({
    title: 'Donation Royale',
    amounts: campaign.amounts,
    deadline: '2026-12-24T18:00',
    open: false,
    boards: campaign.boards,
    spendingLimits: campaign.spendingLimits,
    quietWord: true,
    disclaimer: { points: campaign.disclaimer.points },
  })
})

test('only the fields that a change touches are sent, each of them whole', () => {
  expect(toChange({ ...base, 'recipient.name': 'Hospital' }, ['recipient.name'])).toEqual({
    recipient: { name: 'Hospital', contact: '' },
  })
})

test('another time zone keeps the local time of the deadline', () => {
  const values = { ...base, deadline: '2026-12-24T18:00', timeZone: 'Asia/Tokyo' }
  expect(toChange(values, ['timeZone'])).toEqual({
    deadline: '2026-12-24T18:00',
    timeZone: 'Asia/Tokyo',
  })
})

test.each(['five', '5,00', '1e3', '-5'])('the amount %s is refused with a sentence', (amount) => {
  const change = toChange({ ...base, 'amounts.minCents': amount }, ['amounts.minCents'])
  expect(campaignChangeSchema.safeParse(change).error?.issues[0]?.message).toBe(
    'The smallest donation must be a whole number of cents.',
  )
})

test('a value is in conflict only if both have changed it, to different values', () => {
  const draft = { version: 1, base, edits: { title: 'Gala', cause: 'us', host: 'Club' } }
  const live = { ...base, title: 'Ball', cause: 'us', about: 'New.' }
  expect(listConflicts(draft, live)).toEqual(['title'])
  expect(listChanged(draft, live)).toEqual(['title', 'host'])
})

test('a draft survives a reload of the tab, and nothing else is taken for one', () => {
  const draft = { version: 1, base, edits: { title: 'Gala' } }
  keepDraft(draft)
  expect(readDraft()).toEqual(draft)
  sessionStorage.setItem('campaign-draft', '{"version":1,"base":{},"edits":{"title":7}}')
  expect(readDraft()).toBeUndefined()
  keepDraft(undefined)
  expect(sessionStorage.getItem('campaign-draft')).toBeNull()
})

test('what was typed while a draft was published stays, and is no conflict', () => {
  const draft = { version: 3, base, edits: { title: 'Gala night', cause: 'wells', host: 'Us' } }
  const published = { title: 'Gala', cause: 'wells' }
  const rest = takeRest(draft, published)
  expect(rest?.edits).toEqual({ title: 'Gala night', host: 'Us' })
  expect(rest && listConflicts(rest, { ...base, ...published })).toEqual([])
  expect(takeRest({ ...draft, edits: { title: 'Gala' } }, published)).toBeUndefined()
})
