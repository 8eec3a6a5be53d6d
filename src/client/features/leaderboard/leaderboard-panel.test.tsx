import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { BoardId } from '#contract/boards.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { stubBrowserApis } from '#tests/helpers/page/page.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { NOTICE_MARK } from '#client/lib/board-marks.ts'
import { buildEntries, buildEntry } from './live/board-builders.ts'
import { LeaderboardPanel, type LeaderboardPanelProps } from './leaderboard-panel.tsx'
import type { BoardView } from './live/leaderboard-view.ts'

beforeEach(() => {
  stubBrowserApis()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

function buildBoard(overrides: Partial<BoardView> = {}): BoardView {
  const rows = overrides.rows ?? buildEntries(500_000, 325_000, 248_000, 199_000, 100)
  return {
    rows,
    total: { count: rows.length, amountCents: 1_272_100 },
    version: 1,
    asOf: Date.UTC(2026, 10, 21, 12),
    more: 'none',
    arrivals: [],
    firstPositions: new Map(),
    ...overrides,
  }
}

const IDLE: Omit<LeaderboardPanelProps, 'view'> = {
  own: new Map(),
  ownRank: null,
  ownLatestDonationId: null,
  onPause: () => {},
  onLoadMore: () => {},
  onShare: () => {},
}

function show(view: Partial<LeaderboardPanelProps['view']>, props: Partial<typeof IDLE> = {}) {
  const panel = (view: Partial<LeaderboardPanelProps['view']>) => (
    <LeaderboardPanel
      {...IDLE}
      {...props}
      view={{ status: 'live', wasLive: true, board: buildBoard(), paused: false, ...view }}
    />
  )
  const { rerender } = render(<output {...NOTICE_MARK} />)
  const update = (next: Partial<LeaderboardPanelProps['view']>) =>
    rerender(
      <>
        <output {...NOTICE_MARK} />
        {panel(next)}
      </>,
    )
  update(view)
  return update
}

function row(position: number): HTMLElement {
  const item = screen.getAllByRole('listitem')[position - 1]
  if (item === undefined) throw new Error(`There is no row ${position}.`)
  return item
}

test('the sum of a span says so, unlike that of all donations, which a goal is measured by', () => {
  const label = (boardId: BoardId) => {
    cleanup()
    show({}, { boardId })
    return screen.getAllByRole('term')[0]?.textContent
  }
  expect(label('donations-all-time')).toBe('Raised')
  expect(label('donors-all-time')).toBe('Raised')
  expect(label('donations-today')).toBe('Raised today')
  expect(label('donors-week')).toBe('Raised this week')
  expect(label('teams-month')).toBe('Raised this month')
  expect(label('donors-round')).toBe('Raised in this round')
})

test('one list holds everybody, numbered from 1, highest first', () => {
  show({})
  const list = within(screen.getByRole('region', { name: 'Top Donors' })).getByRole('list')
  const items = within(list).getAllByRole('listitem')
  expect(items.map((item) => item.getAttribute('aria-posinset'))).toEqual(['1', '2', '3', '4', '5'])
  expect(items.map((item) => item.getAttribute('aria-setsize'))).toEqual(Array(5).fill('5'))
  expect(row(4).textContent).toContain('Donor d4')
  expect(row(4).textContent).toContain('$1,990.00')
})

test('the heading comes with the count and the sum', () => {
  show({})
  expect(screen.getByRole('heading', { name: 'Top Donors' })).toBeTruthy()
  expect(screen.getByText('$12,721.00')).toBeTruthy()
  expect(screen.getByText('Donations').nextSibling?.textContent).toBe('5')
})

test('of a hundred thousand rows some thirty are in the page', () => {
  const rows = buildEntries(...Array.from({ length: 100_000 }, (_, index) => 1e8 - index))
  show({ board: buildBoard({ rows }) })
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40)
})

test('paper has the first fifty places, wherever the viewer is, and the screen fewer again', () => {
  const rows = buildEntries(...Array.from({ length: 1000 }, (_, index) => 1e6 - index))
  show({ board: buildBoard({ rows }) })
  fireEvent(window, new Event('beforeprint'))
  expect(screen.getAllByRole('listitem')).toHaveLength(50)
  expect(row(50).getAttribute('aria-posinset')).toBe('50')
  fireEvent(window, new Event('afterprint'))
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40)
})

test('a whole message stays where it is while its row and others move', () => {
  const rows = [500, 400, 300, 200, 100].map((amountCents, index) =>
    buildEntry({ id: `d${index + 1}`, amountCents, message: `From d${index + 1}` }),
  )
  const update = show({ board: buildBoard({ rows }) })
  const findWhole = () => {
    const line = screen.getByRole('button', { name: '“From d2”' })
    return document.querySelector(`#${line.getAttribute('popovertarget')}`)
  }
  const whole = findWhole()
  const removals = new MutationObserver(() => {})
  if (whole?.parentElement) removals.observe(whole.parentElement, { childList: true })
  const [first, second, ...rest] = rows
  if (first === undefined || second === undefined) throw new Error('There are no rows.')
  const below = { ...second, amountCents: 50 }
  update({ board: buildBoard({ rows: [first, ...rest, below] }) })
  expect(row(5).textContent).toContain('From d2')
  update({ board: buildBoard({ rows: [second, first, ...rest] }) })
  expect(row(1).textContent).toContain('From d2')
  expect(findWhole()).toBe(whole)
  expect(removals.takeRecords()).toEqual([])
})

test('rows that are not loaded yet have their space, and are requested', () => {
  const onLoadMore = vi.fn<() => void>()
  const board = buildBoard({ total: { count: 9, amountCents: 1 }, more: 'waiting' })
  show({ board }, { onLoadMore })
  expect(row(1).getAttribute('aria-setsize')).toBe('9')
  expect(onLoadMore).toHaveBeenCalled()
})

test('a name is shown whole on hovering, in its own direction', () => {
  const name = 'دوד '.repeat(30).trim()
  show({ board: buildBoard({ rows: [buildEntry({ id: 'a', name })] }) })
  expect(screen.getByTitle(name).tagName).toBe('BDI')
  expect(screen.getByTitle(name).dir).toBe('auto')
})

test('the own donation is marked wherever it stands', () => {
  for (const id of ['d2', 'd5']) {
    render(
      <LeaderboardPanel
        {...IDLE}
        own={new Map([[id, undefined]])}
        view={{ status: 'live', wasLive: true, board: buildBoard(), paused: false }}
      />,
    )
  }
  expect(screen.getAllByText('You')).toHaveLength(2)
})

test('offline it says so, with the time of the list; the region is there before its text', () => {
  const update = show({})
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  update({ status: 'offline' })
  expect(region.textContent).toMatch(
    /^The server cannot be reached\. This page works offline, and catches up by itself\. Last known list: Nov 21, .+\.$/,
  )
  update({})
  expect(region.textContent).toBe('')
})

test('while the stream alone fails it says that, and nothing of being offline', () => {
  const update = show({ status: 'delayed' })
  const region = screen.getByRole('status')
  expect(region.textContent).toBe(
    'Live updates do not get through here. The list is refreshed every few seconds.',
  )
  expect(region.querySelector('[data-mild]')).not.toBeNull()
  update({ status: 'offline' })
  expect(region.textContent).toContain('The server cannot be reached.')
  expect(region.querySelector('[data-mild]')).toBeNull()
  update({})
  expect(region.textContent).toBe('')
})

test('offline without a list its empty boxes stay, and trying again is offered', () => {
  const tried = vi.fn<() => void>()
  addEventListener('online', tried, { once: true })
  show({ status: 'offline', wasLive: false, board: null })
  expect(screen.queryByText('Loading the leaderboard…')).toBeNull()
  expect(screen.getByRole('status').textContent).not.toContain('Last known list')
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  expect(tried).toHaveBeenCalledTimes(1)
})

test.each([
  ['offline', 'waiting'],
  ['live', 'failed'],
] as const)('%s (more rows: %s) no space is reserved for rows that cannot come', (status, more) => {
  show({ status, board: buildBoard({ total: { count: 900, amountCents: 1 }, more }) })
  expect(row(1).getAttribute('aria-setsize')).toBe('5')
})

test.each([
  ['live', false, 'Live'],
  ['connecting', false, 'Reconnecting'],
  ['delayed', false, 'Delayed'],
  ['delayed', true, 'Paused'],
  ['offline', false, 'Offline'],
  ['live', true, 'Paused'],
  ['offline', true, 'Offline'],
] as const)('%s (paused: %s) reads %s', (status, paused, label) => {
  show({ status, paused })
  expect(screen.getByText(label)).toBeTruthy()
})

test('the pause button says what it does and whether it is on', () => {
  const onPause = vi.fn<(paused: boolean) => void>()
  const update = show({}, { onPause })
  const button = screen.getByRole('button', { name: 'Pause live updates', pressed: false })
  fireEvent.click(button)
  expect(onPause).toHaveBeenLastCalledWith(true)
  update({ paused: true })
  expect(button.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(button)
  expect(onPause).toHaveBeenLastCalledWith(false)
})

test('before the first board its empty boxes are shown', () => {
  show({ status: 'connecting', wasLive: false, board: null })
  expect(screen.getByText('Loading the leaderboard…')).toBeTruthy()
  expect(screen.getByText('Connecting')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})

test('before the first donation it invites the first donor', () => {
  show({ board: buildBoard({ rows: [] }) })
  expect(screen.getByText('Be the first sun')).toBeTruthy()
})

test('a board for which nothing counts now promises no place', () => {
  show({ board: buildBoard({ rows: [] }) }, { openPlaces: { isClosed: true } })
  expect(screen.getByText('Only what is given during the round counts here.')).toBeTruthy()
  expect(screen.queryByText(/the first|Open/)).toBeNull()
})

test('an empty board invites nobody while donations are closed', () => {
  campaignStore.set({ ...DEFAULT_CAMPAIGN, open: false })
  onTestFinished(() => act(() => campaignStore.set(DEFAULT_CAMPAIGN)))
  show({ board: buildBoard({ rows: [] }) })
  expect(screen.getByText('Nobody has given here, and donations are closed.')).toBeTruthy()
  expect(screen.queryByText(/the first|Open/)).toBeNull()
})

test.each(['live', 'delayed'] as const)(
  '%s, a page that does not load can be requested again',
  (status) => {
    const onLoadMore = vi.fn<() => void>()
    show({ status, board: buildBoard({ more: 'failed' }) }, { onLoadMore })
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onLoadMore).toHaveBeenCalledTimes(1)
  },
)

test('a row tells how far it has moved since the viewer came, also to screen readers', () => {
  const firstPositions = new Map([
    ['d4', 6],
    ['d5', 2],
  ])
  show({ board: buildBoard({ firstPositions }) }, { own: new Map([['d5', undefined]]) })
  expect(row(4).textContent).toContain('up 2')
  expect(row(5).textContent).toContain('down 3')
  expect(row(1).textContent).not.toMatch(/up|down/)
})

test('places of the podium that nobody holds are shown as open, and are no donors', () => {
  show({ board: buildBoard({ rows: buildEntries(500) }) })
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getAllByText('Open')).toHaveLength(2)
})

test('the own row is pinned while it is out of sight, and leads to sharing', async () => {
  const onShare = vi.fn<() => void>()
  const ownRank = { id: 'far', position: 1204, amountCents: 500, name: 'Ada' }
  show({}, { ownRank, onShare })
  expect(await screen.findByRole('button', { name: 'You are #1,204 $5.00' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Share my rank' }))
  expect(onShare).toHaveBeenCalledOnce()
})

test('the pinned place on the board of a round that is over is said to be one of that round', async () => {
  const ownRank = { id: 'far', position: 1204, amountCents: 500, name: 'Ada' }
  show({}, { ownRank, openPlaces: { isClosed: true } })
  const place = 'You are #1,204 in this round $5.00'
  expect(await screen.findByRole('button', { name: place })).toBeTruthy()
})

test('the pinned place never covers the podium, and comes once that has been scrolled away', async () => {
  const top = vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect')
  try {
    top.mockReturnValue(new DOMRect(0, innerHeight - 200, 300, 160))
    show({}, { ownRank: { id: 'far', position: 1204, amountCents: 500, name: 'Ada' } })
    await waitFor(() => expect(top).toHaveBeenCalled())
    expect(screen.queryByRole('complementary', { name: 'Your place' })).toBeNull()
    top.mockReturnValue(new DOMRect(0, -200, 300, 160))
    fireEvent.scroll(window)
    expect(await screen.findByRole('complementary', { name: 'Your place' })).toBeTruthy()
  } finally {
    top.mockRestore()
  }
})
