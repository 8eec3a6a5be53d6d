import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { buildEntries } from '../live/board-builders.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { GhostRows } from './ghost-rows.tsx'

const AT = '2026-12-01T20:00:00.000Z'

const ROUND = buildRound({
  id: 'r1',
  ranks: 'donation',
  startsAt: AT,
  endsAt: AT,
  pending: 'begun',
  results: 1,
})

function buildBoard(more: BoardView['more']): BoardView {
  return {
    rows: buildEntries(9_000, 5_000, 1_000),
    total: { count: 3, amountCents: 15_000 },
    version: 1,
    asOf: 0,
    more,
    arrivals: [],
    firstPositions: new Map(),
  }
}

const shownRows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('payments under way stand with the place that they would have, below equal ones', () => {
  const round = { ...ROUND, waiting: 5, waitingCents: [9_001, 5_000, 500] }
  render(<GhostRows round={round} board={buildBoard('none')} />)
  expect(shownRows()).toEqual([
    'A paymentWould be #1$90.01',
    'A paymentWould be #3$50.00',
    'A paymentWould be #4$5.00',
  ])
  const group = screen.getByRole('region', { name: 'Still on the way' })
  expect(within(group).getByText('And 2 more.')).toBeDefined()
})

test('no place is told that lies behind the loaded rows, or follows from a donor’s sum', () => {
  const round = { ...ROUND, waiting: 1, waitingCents: [500] }
  const { rerender } = render(<GhostRows round={round} board={buildBoard('waiting')} />)
  expect(shownRows()).toEqual(['A paymentWould be below #3$5.00'])
  rerender(<GhostRows round={{ ...round, ranks: 'donor' }} board={buildBoard('none')} />)
  expect(shownRows()).toEqual(['A paymentWould add to its donor’s sum$5.00'])
})

test('nothing is shown of a round for which no payment is under way', () => {
  const { container } = render(<GhostRows round={ROUND} board={buildBoard('none')} />)
  expect(container.textContent).toBe('')
})
