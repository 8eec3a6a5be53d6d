import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publishOwnPlaces } from '#client/lib/own-places.ts'
import { buildEntries, buildEntry, timestampOf } from '../live/board-builders.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { Ticker } from './ticker.tsx'
import { HOLD_MS } from './use-latest.ts'

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

/** The rows once the second of them has arrived. */
function buildArrived() {
  const rows = buildEntries(5000, 3000, 2000)
  const second = buildEntry({ id: 'd2', position: 2, amountCents: 3000, timestamp: timestampOf(9) })
  return { second, rows: rows.map((row) => (row.id === second.id ? second : row)) }
}

const text = () => screen.getByText(/Latest/).textContent

test('before any arrival the most recent donation is shown', () => {
  render(<Ticker board={buildView()} />)
  expect(text()).toBe('Latest: Donor d3 $20.00')
})

test('only what arrives moves into the line', () => {
  const { rerender } = render(<Ticker board={buildView()} />)
  expect(screen.getByText(/Latest/).dataset['arrived']).toBeUndefined()
  const { second, rows } = buildArrived()
  rerender(<Ticker board={buildView({ rows, arrivals: [second] })} />)
  expect(screen.getByText(/Latest/).dataset['arrived']).toBe('true')
})

test('an arrival is shown with whom it passed, and stays until the next', () => {
  const { rerender } = render(<Ticker board={buildView()} />)
  const { second, rows } = buildArrived()
  rerender(<Ticker board={buildView({ rows, arrivals: [second] })} />)
  expect(text()).toBe('Latest: Donor d2 $30.00took #2, passing Donor d3')
  rerender(<Ticker board={buildView({ rows, version: 2 })} />)
  expect(text()).toContain('took #2')
})

test('the last of the board has passed nobody', () => {
  const last = buildEntries(5000, 3000, 2000).slice(-1)
  render(<Ticker board={buildView({ arrivals: last })} />)
  expect(text()).toBe('Latest: Donor d3 $20.00took #3')
})

test('a board of donors says that an amount is a sum, and one of teams shows no single donation', () => {
  const { container, rerender } = render(<Ticker board={buildView()} ranks="donor" />)
  expect(text()).toBe('Latest: Donor d3 $20.00 in all')
  rerender(<Ticker board={buildView()} ranks="team" />)
  expect(container.textContent).toBe('')
  rerender(<Ticker board={buildView()} ranks="team-average" />)
  expect(container.textContent).toBe('')
})

test('a sum of which a part has gone back is the one of its row, and took nothing', () => {
  const { rerender } = render(<Ticker board={buildView()} ranks="donor" />)
  const { second, rows } = buildArrived()
  rerender(<Ticker board={buildView({ rows, arrivals: [second] })} ranks="donor" />)
  expect(text()).toContain('$30.00 in all')
  const less = { ...second, amountCents: 2_200 }
  const after = rows.map((row) => (row.id === second.id ? less : row))
  rerender(<Ticker board={buildView({ rows: after, version: 2 })} ranks="donor" />)
  expect(text()).toBe('Latest: Donor d2 $22.00 in all')
})

test('a message is shown until it is taken back', () => {
  const { rows } = buildArrived()
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
  const { second, rows } = buildArrived()
  rerender(<Ticker board={buildView({ rows, arrivals: [second] })} />)
  const renamed = rows.map((row) => Object.assign(row, { name: `A donor ${row.id}` }))
  rerender(<Ticker board={buildView({ rows: renamed, version: 2 })} />)
  expect(text()).toBe('Latest: A donor d2 $30.00took #2, passing A donor d3')
})

describe('who may have passed themselves', () => {
  afterEach(() => act(async () => publishOwnPlaces({ ids: new Set(), best: null })))

  /** Shows the arrival of the second row, which passes the third. */
  function arrive(names: string[], ranks: 'donation' | 'donor' = 'donation'): void {
    const { rerender } = render(<Ticker board={buildView()} ranks={ranks} />)
    const { second, rows } = buildArrived()
    const named = rows.map((row, index) => Object.assign(row, { name: names[index] }))
    rerender(<Ticker board={buildView({ rows: named, arrivals: [second] })} ranks={ranks} />)
  }

  test('is not said to have passed a row of the same name', () => {
    arrive(['Ada', 'Zoë', 'Zoë'])
    expect(text()).toBe('Latest: Zoë $30.00took #2')
  })

  test('is not said, on their own page, to have passed a row of theirs of another name', () => {
    publishOwnPlaces({ ids: new Set(['d2', 'd3']), best: { position: 2, amountCents: 3000 } })
    arrive(['Ada', 'Zoë', 'Anonymous'])
    expect(text()).toBe('Latest: Zoë $30.00took #2')
  })

  test.each([
    ['Zoë', 'Anonymous'],
    ['Anonymous', 'Zoë'],
    ['Zoë', 'A donor'],
    ['A donor', 'Anonymous'],
  ])('is not said to have passed a row that may be theirs: %s and %s', (arriving, below) => {
    arrive(['Ada', arriving, below])
    expect(text()).toBe(`Latest: ${arriving} $30.00took #2`)
  })

  test('where each donor has one row the name is that of somebody else', () => {
    arrive(['Ada', 'Zoë', 'Zoë'], 'donor')
    expect(text()).toBe('Latest: Zoë $30.00 in alltook #2, passing Zoë')
  })
})

describe('under load', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const newcomer = (sequence: number) =>
    buildEntry({ id: `n${sequence}`, position: 4, timestamp: timestampOf(100 + sequence) })
  /** The board with so many newcomers, of which the last ones arrive with it. */
  const viewWith = (newcomers: number, arriving = 1) => {
    const added = Array.from({ length: newcomers }, (_, index) => newcomer(index + 1))
    const rows = [...buildEntries(5000, 3000, 2000), ...added]
    return buildView({ rows, arrivals: added.slice(newcomers - arriving) })
  }
  const pass = (ms: number) => {
    act(() => {
      vi.advanceTimersByTime(ms)
    })
  }

  test('an arrival stays until it could be read, and those after it are told as one', () => {
    const { container, rerender } = render(<Ticker board={buildView()} />)
    rerender(<Ticker board={viewWith(1)} />)
    for (const newcomers of [2, 3, 4]) {
      pass(HOLD_MS / 5)
      rerender(<Ticker board={viewWith(newcomers)} />)
    }
    expect(text()).toContain('Donor n1')
    pass(HOLD_MS)
    expect(container.textContent).toBe('3 donations, $15.00, in the last seconds')
    rerender(<Ticker board={viewWith(5)} />)
    expect(container.textContent).toContain('3 donations')
    pass(HOLD_MS)
    expect(text()).toContain('Donor n5')
  })

  test('a publication without arrivals does not cut the hold short', () => {
    const { rerender } = render(<Ticker board={buildView()} />)
    for (const [newcomers, arriving] of [
      [1, 1],
      [1, 0],
      [2, 1],
    ])
      rerender(<Ticker board={viewWith(newcomers ?? 0, arriving)} />)
    expect(text()).toContain('Donor n1')
    pass(HOLD_MS)
    expect(text()).toContain('Donor n2')
  })

  test('after a reconnection it is not older than the board', () => {
    const { rerender } = render(<Ticker board={viewWith(1)} />)
    rerender(<Ticker board={viewWith(2, 0)} />)
    expect(text()).toBe('Latest: Donor n2 $5.00')
  })

  test('what waits gives way to a younger row, and is not shown once it has left', () => {
    const { rerender } = render(<Ticker board={viewWith(1)} />)
    rerender(<Ticker board={viewWith(2)} />)
    rerender(<Ticker board={viewWith(3, 0)} />)
    pass(HOLD_MS)
    expect(text()).toBe('Latest: Donor n3 $5.00')
    rerender(<Ticker board={viewWith(4)} />)
    rerender(<Ticker board={viewWith(3, 0)} />)
    pass(HOLD_MS)
    expect(text()).toBe('Latest: Donor n3 $5.00')
  })
})
