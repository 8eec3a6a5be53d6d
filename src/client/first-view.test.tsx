// @vitest-environment node
import { expect, test } from 'vitest'
import { buildEntries, buildFirstBoard } from '#client/features/leaderboard/live/board-builders.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { renderFirstView } from './first-view.tsx'

const board = buildFirstBoard({
  entries: buildEntries(...Array.from({ length: 30 }, (_, i) => 9000 - i)),
})
const nobody = {
  accepted: true,
  hasSession: false,
  campaign: DEFAULT_CAMPAIGN,
  sums: undefined,
  board,
  shared: undefined,
}

test('before the disclaimer is accepted there is nothing else in the markup', () => {
  const markup = renderFirstView({ ...nobody, accepted: false })
  expect(markup).toContain('I Understand')
  expect(markup.match(/<button/g)).toHaveLength(1)
  expect(markup).not.toContain('Top Donors')
  expect(markup).not.toContain('$90.00')
})

test('who asks for what is in the markup, as text', () => {
  const campaign = { ...DEFAULT_CAMPAIGN, title: 'Cup', cause: '<i>cats</i>', host: 'Mara' }
  const markup = renderFirstView({ ...nobody, campaign })
  expect(markup).toContain(
    'For <bdi>&lt;i&gt;cats&lt;/i&gt;</bdi>, <span>run by <bdi>Mara</bdi></span>',
  )
  expect(markup).toContain('Powered by Donation Royale')
})

test('the disclaimer is drawn open', () => {
  expect(renderFirstView({ ...nobody, accepted: false })).toMatch(/<dialog[^>]* open=""/)
})

test('the board is drawn with its rows, its sums and the way in', () => {
  const markup = renderFirstView(nobody)
  expect(markup).toContain('Top Donors')
  expect(markup).toContain('Login / Sign up')
  expect(markup.match(/<li[^>]* data-donation=/g)?.length).toBeGreaterThanOrEqual(20)
  expect(markup).toContain('$90.00')
})

test("the donation panel's place is kept for somebody who may be signed in", () => {
  expect(renderFirstView({ ...nobody, hasSession: true })).not.toContain('Login / Sign up')
  expect(renderFirstView(nobody)).toContain('Login / Sign up')
})

test.each([
  ['an empty board', buildFirstBoard({ entries: [] })],
  ['no board yet', undefined],
])('%s is drawn too', (_what, given) => {
  expect(renderFirstView({ ...nobody, board: given })).toContain('Top Donors')
})
