import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { campaignStore } from '#client/lib/campaign.ts'
import { session } from '#client/lib/session.ts'
import { serveApi } from '#tests/helpers/page/page.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { buildEntries } from '../live/board-builders.ts'
import type { LeaderboardView } from '../live/leaderboard-view.ts'
import { GuestInvitation } from './guest-invitation.tsx'

let isWide = true
beforeEach(() => {
  isWide = true
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }))
  campaignStore.set(DEFAULT_CAMPAIGN)
  session.begin({ hasSession: false })
})

async function show(dollars: number[]) {
  const onTake = vi.fn<(amountCents: number) => void>()
  const invitation = (dollars: number[], view: Partial<LeaderboardView> = {}) => (
    <GuestInvitation
      onTake={onTake}
      view={{ status: 'live', wasLive: true, paused: false, ...view, board: buildBoard(dollars) }}
    />
  )
  const { rerender } = render(invitation(dollars))
  await act(async () => {
    await import('./invitation.tsx')
    await new Promise((resolve) => setTimeout(resolve))
  })
  return {
    onTake,
    change: (next: number[], view?: Partial<LeaderboardView>) => rerender(invitation(next, view)),
  }
}

function buildBoard(dollars: number[], more: 'none' | 'waiting' = 'none') {
  const rows = buildEntries(...dollars.map((amount) => amount * 100))
  return {
    rows,
    total: { count: rows.length, amountCents: 1 },
    version: 1,
    asOf: Date.UTC(2026, 10, 21, 12),
    more,
    arrivals: [],
    firstPositions: new Map(),
  }
}

const BOARD = [500, 400, 300, 90, 20, 7, 6]
const invitation = () => screen.queryByRole('region', { name: /^Where would/ })
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())

test('somebody without a panel sees the place of an amount, and can take it', async () => {
  const { onTake } = await show(BOARD)
  expect(screen.getByRole('region', { name: 'Where would $25 put you?' })).toBeTruthy()
  expect(invitation()?.textContent).toContain('5?You, with $25just past Donor d5')
  press('Take #5 with $25')
  expect(onTake).toHaveBeenCalledExactlyOnceWith(2500)
})

test('another amount has its own place, which is announced', async () => {
  const { onTake } = await show(BOARD)
  press('$100')
  expect(screen.getByRole('status').textContent).toBe('$100 would take #4.')
  expect(screen.getByRole('button', { name: '$100' }).getAttribute('aria-pressed')).toBe('true')
  press('Take #4 with $100')
  expect(onTake).toHaveBeenCalledExactlyOnceWith(10_000)
})

test('the offer follows the board', async () => {
  const { change } = await show(BOARD)
  change([500, 400, 300, 90, 80, 20, 7, 6])
  expect(screen.getByRole('button', { name: 'Take #6 with $25' })).toBeTruthy()
  change([500, 400, 300, 90, 80, 25, 7, 6])
  expect(screen.getByRole('button', { name: 'Take #7 with $25' })).toBeTruthy()
})

test('nothing is offered of a board that is not of now, which says why', async () => {
  const { change } = await show(BOARD)
  change(BOARD, { paused: true })
  expect(invitation()?.textContent).toContain('Resume live updates to see your place.')
  change(BOARD, { status: 'offline' })
  expect(invitation()?.textContent).toContain('once the board is live again')
  expect(screen.queryByRole('button')).toBeNull()
  change(BOARD, { status: 'connecting', wasLive: false })
  expect(invitation()).toBeNull()
})

test('a board that is a few seconds old has offers', async () => {
  const { change } = await show(BOARD)
  change(BOARD, { status: 'delayed' })
  expect(screen.queryAllByRole('button')).not.toEqual([])
})

test('nothing is offered to a donor, who has the panel', async () => {
  serveApi({
    'GET /api/auth/get-session': {
      body: { session: { id: 's1' }, user: { id: 'u1', email: 'ada@example.com' } },
    },
  })
  session.begin({ hasSession: true })
  await show(BOARD)
  await waitFor(() => expect(session.read().state).toBe('signed-in'))
  expect(invitation()).toBeNull()
})

test('nothing is offered once donations are closed', async () => {
  await show(BOARD)
  act(() => campaignStore.set({ ...DEFAULT_CAMPAIGN, open: false }))
  expect(invitation()).toBeNull()
})

test('a narrow window, which has no room for it, does not fetch it', async () => {
  isWide = false
  await show(BOARD)
  expect(invitation()).toBeNull()
})

test('of a long board the server tells the places of usual amounts, the lowest one first', async () => {
  const requests = serveApi({
    'GET /api/leaderboard/rank': ({ search }) => {
      const amountCents = Number(new URLSearchParams(search).get('amountCents'))
      const passing = { id: 'd9', name: 'Wanda', amountCents: amountCents - 1 }
      const position = 1_000_000 / amountCents
      return { body: { amountCents, position, next: null, passing, aims: [] } }
    },
  })
  const view = { status: 'live', wasLive: true, paused: false } as const
  const board = buildBoard([5000, 4000, 3000, 2000, 1000], 'waiting')
  await act(() => import('./invitation.tsx'))
  render(<GuestInvitation onTake={() => {}} view={{ ...view, board }} />)
  expect(await screen.findByRole('button', { name: 'Take #400 with $25' })).toBeTruthy()
  expect(invitation()?.textContent).toContain('just past Wanda')
  expect(screen.getByRole('button', { name: '$100' })).toBeTruthy()
  const quoted = requests.filter(({ route }) => route.endsWith('rank')).map(({ search }) => search)
  expect(quoted).toEqual(['?amountCents=2500', '?amountCents=10000'])
})
