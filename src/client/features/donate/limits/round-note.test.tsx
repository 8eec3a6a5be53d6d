import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { describeRoundEnd, RoundNote } from './round-note.tsx'

const START = Date.parse('2026-12-01T20:00:00Z')
const END = START + 3_600_000

/** Leaves out what only keeps room. */
const SEEN = { ignore: '[aria-hidden]' }

const round = buildRound({
  startsAt: new Date(START).toISOString(),
  endsAt: new Date(END).toISOString(),
})

test.each([
  [END - 130_000, 'The round ends in 2:10. A payment counts for it if the money is taken before'],
  [END, 'The round is over: what you give now counts on the other boards.'],
])('at %i a donor is told what still counts', (now, sentence) => {
  expect(describeRoundEnd(round, now)).toContain(sentence)
})

test('where payments count from when they are begun, that is told', () => {
  expect(describeRoundEnd({ ...round, pending: 'begun' }, END - 1_000)).toBe(
    'The round ends in 0:01. A payment that you complete before counts for it, even if your bank takes longer.',
  )
})

test('nothing is told before the last five minutes', () => {
  expect(describeRoundEnd(round, END - 300_001)).toBeUndefined()
})

test.each([
  ['has its results', { results: 1 }],
  ['is cancelled', { cancelled: true }],
  ['is to come', { startsAt: new Date(END - 1_000).toISOString() }],
])('nothing is told of a round that %s', (_when, change) => {
  expect(describeRoundEnd({ ...round, ...change }, END - 2_000)).toBeUndefined()
})

beforeEach(() => {
  vi.useFakeTimers({ now: END - 60_000 })
  vi.stubGlobal('fetch', async () =>
    Response.json({ now: new Date(Date.now() + 10_000).toISOString(), choices: [] }),
  )
})

afterEach(() => {
  vi.useRealTimers()
  campaignStore.set(DEFAULT_CAMPAIGN)
})

test("the note counts by the server's clock, and without a round there is none", async () => {
  const { container } = render(<RoundNote />)
  expect(container.textContent).toBe('')
  await act(async () => campaignStore.set({ ...DEFAULT_CAMPAIGN, round }))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText(/^The round ends in 0:4\d\./, SEEN)).toBeDefined()
})

function Panel() {
  return (
    <section id="donate">
      <input aria-label="Amount" />
      <RoundNote />
    </section>
  )
}

test('the note comes once nobody is at the panel, and goes only then', async () => {
  // The server's clock, asked for once, is 10 s ahead.
  vi.setSystemTime(END - 312_000)
  campaignStore.set({ ...DEFAULT_CAMPAIGN, round })
  render(<Panel />)
  const field = screen.getByLabelText('Amount')
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  field.focus()
  await pass(4_000)
  expect(screen.queryByText(/^The round ends/, SEEN)).toBeNull()
  // Somebody who has not touched the panel for five seconds does not type.
  await pass(2_000)
  expect(screen.getByText(/^The round ends in 4:/, SEEN)).toBeDefined()
  field.blur()

  field.focus()
  await act(async () => campaignStore.set({ ...DEFAULT_CAMPAIGN, round: { ...round, results: 1 } }))
  await pass(1_000)
  expect(document.querySelector('p')).not.toBeNull()
  expect(screen.queryByText(/^The round/, SEEN)).toBeNull()
  field.blur()
  await pass(1_000)
  expect(document.querySelector('p')).toBeNull()
})

test('the note of a round that begins while somebody is at the panel waits, too', async () => {
  render(<Panel />)
  const field = screen.getByLabelText('Amount')
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  field.focus()
  await act(async () => campaignStore.set({ ...DEFAULT_CAMPAIGN, round }))
  await pass(1_000)
  expect(document.querySelector('p')).toBeNull()
  field.blur()
  await pass(1_000)
  expect(screen.getByText(/^The round ends in 0:/, SEEN)).toBeDefined()
})
