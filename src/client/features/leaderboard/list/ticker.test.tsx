import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildEntries } from '../live/board-builders.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { Ticker } from './ticker.tsx'

function buildView(overrides: Partial<BoardView> = {}): BoardView {
  return {
    rows: buildEntries(5000, 3000, 2000),
    total: { count: 3, amountCents: 10_000 },
    version: 1,
    asOf: 0,
    more: 'none',
    arrivals: [],
    firstPositions: new Map(),
    ...overrides,
  }
}

const text = () => screen.getByText(/Latest/).textContent

test('before any arrival the most recent donation is shown', () => {
  render(<Ticker board={buildView()} />)
  expect(text()).toBe('Latest: Donor d3 $20.00')
})

test('an arrival is shown with whom it passed, and stays until the next', () => {
  const { rerender } = render(<Ticker board={buildView()} />)
  const [, second] = buildEntries(5000, 3000, 2000)
  rerender(<Ticker board={buildView({ arrivals: second ? [second] : [] })} />)
  expect(text()).toBe('Latest: Donor d2 $30.00took #2, passing Donor d3')
  rerender(<Ticker board={buildView({ version: 2 })} />)
  expect(text()).toContain('took #2')
})

test('the last of the board has passed nobody', () => {
  const last = buildEntries(5000, 3000, 2000).slice(-1)
  render(<Ticker board={buildView({ arrivals: last })} />)
  expect(text()).toBe('Latest: Donor d3 $20.00took #3')
})

test('a message is shown until it is taken back', () => {
  const rows = buildEntries(5000, 3000, 2000)
  const said = rows.map((row) => ({ ...row, message: 'Hi' }))
  const { rerender } = render(
    <Ticker board={buildView({ rows: said, arrivals: said.slice(1, 2) })} />,
  )
  expect(text()).toBe('Latest: Donor d2 $30.00took #2, passing Donor d3 “Hi”')
  rerender(<Ticker board={buildView({ rows, version: 2 })} />)
  expect(text()).toBe('Latest: Donor d2 $30.00took #2, passing Donor d3')
})

test('an empty board has no latest', () => {
  const { container } = render(<Ticker board={buildView({ rows: [] })} />)
  expect(container.textContent).toBe('')
})

test('a donation that leaves the board is no longer shown', () => {
  const { rerender } = render(<Ticker board={buildView()} />)
  rerender(<Ticker board={buildView({ rows: buildEntries(5000, 3000) })} />)
  expect(text()).toBe('Latest: Donor d2 $30.00')
})

test('a name that is taken back is taken back here too', () => {
  const { rerender } = render(<Ticker board={buildView()} />)
  const [, second] = buildEntries(5000, 3000, 2000)
  rerender(<Ticker board={buildView({ arrivals: second ? [second] : [] })} />)
  const renamed = buildEntries(5000, 3000, 2000).map((row) =>
    Object.assign(row, { name: 'Anonymous' }),
  )
  rerender(<Ticker board={buildView({ rows: renamed, version: 2 })} />)
  expect(text()).toBe('Latest: Anonymous $30.00took #2, passing Anonymous')
})
