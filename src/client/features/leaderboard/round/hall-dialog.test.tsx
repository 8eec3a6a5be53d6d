import { act, cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { ResultRow, Round, RoundList } from '#contract/rounds.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { HallDialog } from './hall-dialog.tsx'

beforeEach(() => {
  stubBrowserApis()
  campaignStore.set(DEFAULT_CAMPAIGN)
})

const AT = '2026-12-01T20:00:00.000Z'

function toRound(name: string): Round {
  return buildRound({
    id: name,
    name,
    startsAt: AT,
    endsAt: AT,
    results: 1,
  })
}

function build(names: readonly string[], next: string | null): RoundList {
  const rounds = names.map((name) => ({ round: toRound(name), winner: null }))
  return { now: AT, current: null, rounds, next }
}

const shownNames = () =>
  screen.getAllByRole('button', { name: /^Heat/ }).map((button) => button.textContent.slice(0, 6))

test('the hall of fame leads to the rounds of all pages, each once', async () => {
  const requests = serveApi({
    'GET /api/rounds': { body: build(['Heat 2', 'Heat 1'], null) },
  })
  const { rerender } = render(
    <HallDialog list={build(['Heat 4', 'Heat 3'], '1_b')} onClose={() => {}} />,
  )
  expect(shownNames()).toEqual(['Heat 4', 'Heat 3'])
  await act(async () => screen.getByRole('button', { name: 'Show earlier rounds' }).click())
  await screen.findByRole('button', { name: /Heat 1/ })
  expect(shownNames()).toEqual(['Heat 4', 'Heat 3', 'Heat 2', 'Heat 1'])
  expect(requests.map(({ search }) => search)).toContain('?before=1_b')
  expect(screen.queryByRole('button', { name: 'Show earlier rounds' })).toBeNull()
  rerender(<HallDialog list={build(['Heat 5', 'Heat 4'], '1_c')} onClose={() => {}} />)
  expect(shownNames()).toEqual(['Heat 5', 'Heat 4', 'Heat 3', 'Heat 2', 'Heat 1'])
})

const ADA: ResultRow = { rank: 1, id: 'd1', name: 'Ada', amountCents: 900 }

test('nobody has won a round while a payment that counts is on its way', async () => {
  const list = build(['Heat 2', 'Heat 1'], null)
  const won = { ...list, rounds: list.rounds.map(({ round }) => ({ round, winner: ADA })) }
  serveApi({})
  render(<HallDialog list={won} onClose={() => {}} />)
  const heat = screen.getByRole('button', { name: /^Heat 1/ })
  expect(heat.textContent).not.toContain('leads')
  act(() => {
    const lastRound = { ...toRound('Heat 1'), waiting: 1 }
    campaignStore.set({ ...DEFAULT_CAMPAIGN, lastRound })
  })
  expect(heat.textContent).toContain('Ada leads')
  expect(heat.textContent).toContain('One payment that counts is still on its way.')
})

/** Opens the hall of fame at a round with results of these rows. */
async function openHall(rows: readonly ResultRow[], count = 2): Promise<(string | null)[]> {
  const list = build(['Heat'], null)
  const results = { version: 2, recordedAt: AT, total: { count, amountCents: 1_100 }, rows }
  serveApi({
    'GET /api/rounds/Heat': { body: { now: AT, round: list.rounds[0]?.round, results } },
  })
  render(<HallDialog list={list} onClose={() => {}} />)
  await screen.findAllByText('Bo')
  return screen
    .getAllByRole('listitem')
    .slice(1)
    .map(({ textContent }) => textContent)
}

test('a winner who was struck stays at the place that they had', async () => {
  const shown = await openHall([
    { ...ADA, rank: 1, id: 'd2', name: 'Bo', amountCents: 800 },
    { ...ADA, rank: 2, id: 'd3', name: 'Cy', amountCents: 300 },
    {
      ...ADA,
      rank: null,
      id: 'd4',
      name: 'Di',
      amountCents: 300,
      former: { rank: 3, amountCents: 300 },
    },
    { ...ADA, rank: null, former: { rank: 1, amountCents: 900 } },
  ])
  expect(shown).toEqual([
    '1Ada$9.00 Money came back.',
    '1Bo$8.00',
    '2Cy$3.00',
    '3Di$3.00 Money came back.',
  ])
})

test('a winner whose money came back in part is struck there, and stands where they stand now', async () => {
  const shown = await openHall([
    { ...ADA, rank: 1, id: 'd2', name: 'Bo', amountCents: 800 },
    { ...ADA, rank: 2, amountCents: 700, former: { rank: 1, amountCents: 3_700 } },
  ])
  expect(shown).toEqual([
    '1Ada$37.00 Money came back: now at place 2 with $7.00.',
    '1Bo$8.00',
    '2Ada$7.00',
  ])
})

test('the hall of fame opens at the latest round that has results', async () => {
  const list = build(['Heat 1'], null)
  const cancelled = { ...toRound('Heat 2'), results: null, cancelled: true }
  serveApi({})
  render(
    <HallDialog
      list={{ ...list, rounds: [{ round: cancelled, winner: null }, ...list.rounds] }}
      onClose={() => {}}
    />,
  )
  const opened = (name: RegExp) =>
    screen.getByRole('button', { name }).getAttribute('aria-expanded')
  expect([opened(/^Heat 2/), opened(/^Heat 1/)]).toEqual(['false', 'true'])
})

test('a round of more places than are kept says so', async () => {
  const rows = [
    { ...ADA, id: 'd2', name: 'Bo' },
    { ...ADA, rank: 2 },
  ]
  await openHall(rows, 1_250)
  expect(screen.getByText('The hall of fame keeps the first 2 of 1,250 places.')).toBeTruthy()
  cleanup()
  await openHall(rows)
  expect(screen.queryByText(/^The hall of fame keeps/)).toBeNull()
})
