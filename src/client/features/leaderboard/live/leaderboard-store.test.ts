import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LeaderboardEntry, LeaderboardPage } from '#contract/leaderboard.ts'
import { buildChange, buildEntries, buildEntry, buildPage, timestampOf } from './board-builders.ts'
import { LeaderboardStore } from './leaderboard-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function liveStore(
  fetchPage: (after: string) => Promise<LeaderboardPage> = async () => buildPage(),
) {
  const store = new LeaderboardStore({ fetchPage })
  store.setStatus('live')
  return store
}

function idsIn(store: LeaderboardStore): string[] {
  return store.getView().board?.rows.map(({ id }) => id) ?? []
}

/** Builds a later page of rows in this order. */
function buildRanked(...rows: (LeaderboardEntry | undefined)[]): LeaderboardPage {
  const entries = rows.flatMap((row, index) =>
    row ? [buildEntry({ ...row, position: index + 1 })] : [],
  )
  return buildPage({ version: 40, entries })
}

const nova = buildEntry({
  id: 'nova',
  name: 'Nova',
  amountCents: 4000,
  position: 2,
  timestamp: timestampOf(99),
})

test('there is no board before the first snapshot', () => {
  expect(liveStore().getView().board).toBeNull()
})

test('changes are combined into a view every 330 ms', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  vi.advanceTimersByTime(1000)
  const listener = vi.fn<() => void>()
  store.subscribe(listener)
  for (let step = 0; step < 40; step++) {
    store.receiveChange(
      buildChange({ version: 11 + step, upserts: [buildEntry({ id: `n${step}` })] }),
    )
    vi.advanceTimersByTime(25)
  }
  expect(listener.mock.calls.length).toBeLessThanOrEqual(5)
  expect(idsIn(store)).toContain('n36')
})

test('the first change after a pause shows at once', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  vi.advanceTimersByTime(1000)
  store.receiveChange(buildChange({ upserts: [nova] }))
  expect(idsIn(store)).toEqual(['d1', 'nova', 'd2', 'd3', 'd4'])
})

test('a change the board already holds is ignored', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage({ version: 20 }))
  vi.advanceTimersByTime(1000)
  store.receiveChange(buildChange({ version: 20, removals: ['d1'] }))
  expect(idsIn(store)).toContain('d1')
})

test('a view that was given out never changes', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  const before = store.getView().board?.rows
  vi.advanceTimersByTime(1000)
  store.receiveChange(buildChange({ removals: ['d1'] }))
  expect(before?.[0]?.id).toBe('d1')
})

test('an arrival tells its name and its new position', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  vi.advanceTimersByTime(1000)
  store.receiveChange(buildChange({ upserts: [nova] }))
  expect(store.getView().board?.arrivals).toEqual([{ ...nova, position: 2 }])
})

test('a row whose sum grows is an arrival that tells where it stood', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  vi.advanceTimersByTime(1000)
  const [, second] = buildEntries(5000, 3000)
  if (second === undefined) throw new Error('There is no second row.')
  const grown = { ...second, amountCents: 6000, timestamp: timestampOf(99) }
  store.receiveChange(buildChange({ upserts: [grown] }))
  expect(store.getView().board?.arrivals).toEqual([{ ...grown, position: 1, from: 2 }])
})

test('a row that changes its name, or loses money, is no arrival', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  vi.advanceTimersByTime(1000)
  const [first, second] = buildEntries(5000, 3000)
  if (first === undefined || second === undefined) throw new Error('There are no two rows.')
  const upserts = [
    { ...first, name: 'Other' },
    { ...second, amountCents: 2000, timestamp: timestampOf(99) },
  ]
  store.receiveChange(buildChange({ upserts }))
  expect(store.getView().board?.arrivals).toEqual([])
})

test('a donation that comes back after a dispute is no arrival', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  vi.advanceTimersByTime(1000)
  store.receiveChange(buildChange({ removals: ['d2'] }))
  vi.advanceTimersByTime(1000)
  const [, second] = buildEntries(5000, 3000)
  store.receiveChange(buildChange({ version: 12, upserts: second ? [second] : [] }))
  expect(idsIn(store)).toContain('d2')
  expect(store.getView().board?.arrivals).toEqual([])
})

test('a text that is taken back leaves a paused board too, in which nothing moves', () => {
  const first = buildEntry({ id: 'd1', amountCents: 5000, message: 'Canary' })
  const second = buildEntry({ id: 'd2', amountCents: 3000, message: 'Canary' })
  const store = liveStore()
  store.receiveSnapshot(buildPage({ entries: [first, second] }))
  store.setPaused(true)
  const before = store.getView().board
  store.receiveChange(buildChange({ upserts: [nova, { ...second, amountCents: 9000 }] }))
  expect(store.getView().board).toBe(before)
  const hidden = buildEntry({ id: 'd2', amountCents: 9000, name: 'A donor' })
  store.receiveChange(buildChange({ version: 12, upserts: [hidden] }))
  expect(store.getView().board?.rows).toMatchObject([
    { id: 'd1', message: 'Canary' },
    { id: 'd2', name: 'A donor', amountCents: 3000 },
  ])
  store.receiveSnapshot(buildPage({ version: 13, entries: buildEntries(5000) }))
  expect(JSON.stringify(store.getView())).not.toContain('Canary')
})

test('while paused rows stand still, and all of it shows when resumed', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  store.setPaused(true)
  vi.advanceTimersByTime(1000)
  store.receiveChange(buildChange({ upserts: [nova] }))
  vi.advanceTimersByTime(1000)
  store.setStatus('connecting')
  expect(idsIn(store)).not.toContain('nova')
  store.setPaused(false)
  expect(idsIn(store)).toContain('nova')
})

const firstStretch = () =>
  buildPage({
    next: 'cursor',
    entries: buildEntries(5000, 3000),
    total: { count: 3, amountCents: 8100 },
  })
const secondStretch = (overrides: Partial<LeaderboardPage> = {}) =>
  buildPage({ entries: [buildEntry({ id: 'deep', amountCents: 100 })], ...overrides })

test('loading more adds the next page once', async () => {
  const fetchPage = vi.fn<(after: string) => Promise<LeaderboardPage>>(async () => secondStretch())
  const store = liveStore(fetchPage)
  store.receiveSnapshot(firstStretch())
  await Promise.all([store.loadMore(), store.loadMore()])
  await store.loadMore()
  expect(fetchPage.mock.calls.map(([after]) => after)).toEqual(['cursor'])
  expect(idsIn(store)).toEqual(['d1', 'd2', 'deep'])
  expect(store.getView().board?.more).toBe('none')
})

test('changes that overtake a page are applied to it', async () => {
  const answer = Promise.withResolvers<LeaderboardPage>()
  const store = liveStore(() => answer.promise)
  store.receiveSnapshot(firstStretch())
  const loading = store.loadMore()
  store.receiveChange(buildChange({ removals: ['deep'] }))
  answer.resolve(secondStretch({ version: 10 }))
  await loading
  expect(idsIn(store)).toEqual(['d1', 'd2'])
})

test('a page older than all kept changes counts as failed', async () => {
  const store = liveStore(async () => secondStretch({ version: 9 }))
  store.receiveSnapshot(firstStretch())
  await store.loadMore()
  expect(store.getView().board?.more).toBe('failed')
})

test('a failed load says so, and the next may succeed', async () => {
  const fetchPage = vi
    .fn<() => Promise<LeaderboardPage>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValueOnce(secondStretch())
  const store = liveStore(fetchPage)
  store.receiveSnapshot(firstStretch())
  await store.loadMore()
  expect(store.getView().board?.more).toBe('failed')
  await store.loadMore()
  expect(store.getView().board?.more).toBe('none')
})

test('a snapshot that proves nothing moved keeps the deeper rows', async () => {
  const store = liveStore(async () => secondStretch())
  store.receiveSnapshot(firstStretch())
  await store.loadMore()
  store.receiveSnapshot(firstStretch())
  expect(idsIn(store)).toContain('deep')
})

test.each([
  ['version', { version: 12 }],
  ['total', { total: { count: 4, amountCents: 8200 } }],
  ['row', { entries: buildEntries(5000, 3001) }],
])('a snapshot with another %s drops the deeper rows', async (_, difference) => {
  const store = liveStore(async () => secondStretch())
  store.receiveSnapshot(firstStretch())
  await store.loadMore()
  store.receiveSnapshot({ ...firstStretch(), ...difference })
  expect(idsIn(store)).not.toContain('deep')
})

test('a snapshot discards a page that is being loaded', async () => {
  const answer = Promise.withResolvers<LeaderboardPage>()
  const store = liveStore(() => answer.promise)
  store.receiveSnapshot(firstStretch())
  const loading = store.loadMore()
  store.receiveSnapshot({ ...firstStretch(), version: 30 })
  answer.resolve(secondStretch())
  await loading
  expect(idsIn(store)).not.toContain('deep')
})

test('a remembered board shows until the server sends one, with the time it is of', () => {
  const store = new LeaderboardStore({ fetchPage: async () => buildPage() })
  store.showRemembered({
    rows: buildEntries(700),
    total: { count: 9, amountCents: 900 },
    asOf: 123,
  })
  store.setStatus('offline')
  expect(store.getView().board).toMatchObject({ asOf: 123, total: { count: 9 } })
  store.receiveSnapshot(buildPage())
  expect(idsIn(store)).toEqual(['d1', 'd2', 'd3', 'd4'])
  store.showRemembered({ rows: [], total: { count: 0, amountCents: 0 }, asOf: 123 })
  expect(idsIn(store)).toHaveLength(4)
})

test('nothing is loaded without the server', async () => {
  const fetchPage = vi.fn<() => Promise<LeaderboardPage>>()
  const store = liveStore(fetchPage)
  store.receiveSnapshot(firstStretch())
  store.setStatus('offline')
  await store.loadMore()
  expect(fetchPage).not.toHaveBeenCalled()
})

test('further pages are loaded while the board is read anew, too', async () => {
  const store = liveStore(async () => secondStretch())
  store.setStatus('delayed')
  store.receiveSnapshot(firstStretch())
  await store.loadMore()
  expect(idsIn(store)).toContain('deep')
})

/** Builds a board with a deeper row that is loaded. */
async function deepStore() {
  const store = liveStore(async () => secondStretch())
  store.receiveSnapshot(firstStretch())
  await store.loadMore()
  vi.advanceTimersByTime(1000)
  return store
}

test('what a page read in place of the stream shows to be new arrives, and deeper rows stay', async () => {
  const store = await deepStore()
  store.receiveRead({
    ...firstStretch(),
    version: 11,
    entries: [...buildEntries(5000), nova],
    total: { count: 4, amountCents: 12_100 },
  })
  expect(idsIn(store)).toEqual(['d1', 'nova', 'd2', 'deep'])
  expect(store.getView().board).toMatchObject({
    version: 11,
    total: { count: 4 },
    arrivals: [{ id: 'nova', position: 2 }],
  })
})

test('what such a page no longer has leaves, and deeper rows stay', async () => {
  const store = await deepStore()
  const [, second] = buildEntries(5000, 3000)
  store.receiveRead({
    ...firstStretch(),
    version: 11,
    entries: second ? [{ ...second, position: 1 }] : [],
    total: { count: 2, amountCents: 3100 },
  })
  expect(idsIn(store)).toEqual(['d2', 'deep'])
})

test.each([
  ['a version more than rows that differ', { version: 12 }],
  ['a row that may have gone further down', { total: { count: 3, amountCents: 8000 } }],
])('%s: the page replaces all rows', async (_, difference) => {
  const store = await deepStore()
  const [, second] = buildEntries(5000, 3000)
  store.receiveRead({
    ...firstStretch(),
    version: 11,
    entries: second ? [second] : [],
    total: { count: 2, amountCents: 3100 },
    ...difference,
  })
  expect(idsIn(store)).toEqual(['d2'])
})

test('a page that has nothing new moves nothing', async () => {
  const store = await deepStore()
  store.receiveRead(firstStretch())
  expect(idsIn(store)).toEqual(['d1', 'd2', 'deep'])
})

test('a first page that is read is the board', () => {
  const store = liveStore()
  store.receiveRead(buildPage())
  expect(idsIn(store)).toEqual(['d1', 'd2', 'd3', 'd4'])
})

test('the time of a list whose server goes away is that of its last reading', () => {
  const store = liveStore()
  store.setStatus('delayed')
  store.receiveSnapshot(buildPage())
  const { asOf } = store.getView().board ?? {}
  vi.advanceTimersByTime(5_000)
  store.setStatus('offline')
  expect(store.getView().board?.asOf).toBe(asOf)
})

test('rank changes are counted from the first live board, across reconnections', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  vi.advanceTimersByTime(1000)
  store.receiveChange(buildChange({ upserts: [nova] }))
  const firstPositions = () => Object.fromEntries(store.getView().board?.firstPositions ?? [])
  expect(firstPositions()).toEqual({ d1: 1, d2: 2, d3: 3, d4: 4, nova: null })
  const entries = [{ ...nova, id: 'vega', timestamp: timestampOf(200) }, ...buildEntries(5000)]
  store.receiveSnapshot(buildPage({ version: 40, entries }))
  expect(firstPositions()).toMatchObject({ d1: 1, d4: 4, vega: null })
})

test.each([
  { case: 'has deleted their account', name: 'Anonymous', had: 'Donor d1' },
  { case: 'gives an anonymous row a name', name: 'Ada', had: 'Anonymous' },
])('the row of a donor who $case goes on as itself, under its new id', ({ name, had }) => {
  const store = liveStore()
  const [first, ...others] = buildEntries(5000, 3000, 2000, 1000)
  store.receiveSnapshot(
    buildPage({ entries: [buildEntry({ ...first, id: 'd1', name: had }), ...others] }),
  )
  const unlinked = buildEntry({ id: 'x1', name, amountCents: 5000, timestamp: timestampOf(50) })
  store.receiveChange(buildChange({ version: 13, upserts: [unlinked, nova], removals: ['d1'] }))
  vi.advanceTimersByTime(1000)
  const { board } = store.getView()
  expect(idsIn(store)).toEqual(['x1', 'nova', 'd2', 'd3', 'd4'])
  expect(board?.firstPositions.get('x1')).toBe(1)
  expect(board?.arrivals.map(({ id }) => id)).toEqual(['nova'])
})

test('an anonymous row of another amount than the one that leaves is new', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  const row = buildEntry({
    id: 'x1',
    name: 'Anonymous',
    amountCents: 4000,
    timestamp: timestampOf(50),
  })
  store.receiveChange(buildChange({ version: 12, upserts: [row], removals: ['d1'] }))
  vi.advanceTimersByTime(1000)
  expect(store.getView().board?.firstPositions.get('x1')).toBeNull()
})

/** An anonymous row with a later time than any row had: that of a donation below its name. */
const unlinked = buildEntry({
  id: 'x1',
  name: 'Anonymous',
  amountCents: 3000,
  timestamp: timestampOf(50),
})

test('a row whose name goes while the page is away goes on as itself on the whole board', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  const [first, , ...below] = buildEntries(5000, 3000, 2000, 1000)
  store.receiveSnapshot(buildRanked(first, nova, unlinked, ...below))
  const { firstPositions } = store.getView().board ?? {}
  expect(firstPositions?.get('x1')).toBe(2)
  expect(firstPositions?.get('nova')).toBeNull()
})

test('an anonymous row at another place than the one that has left is new on the whole board', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage({ entries: buildEntries(5000, 3000, 3000) }))
  const [first, , equal] = buildEntries(5000, 3000, 3000)
  store.receiveSnapshot(buildRanked(first, equal, unlinked))
  expect(store.getView().board?.firstPositions.get('x1')).toBeNull()
})

test('rank changes are not counted from the board of a span that is over', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  store.receiveSnapshot(buildPage({ version: 20, entries: [] }))
  const timestamp = timestampOf(90_000)
  store.receiveChange(buildChange({ version: 21, upserts: [buildEntry({ id: 'd3', timestamp })] }))
  vi.advanceTimersByTime(1000)
  expect([...(store.getView().board?.firstPositions ?? [])]).toEqual([['d3', null]])
})

test('rank changes go on where every row of a board has grown meanwhile', () => {
  const store = liveStore()
  store.receiveSnapshot(buildPage())
  const timestamp = timestampOf(100)
  const entries = buildEntries(9000, 8000, 7000, 6000).map((row) =>
    Object.assign(row, { timestamp }),
  )
  store.receiveSnapshot(buildPage({ version: 20, entries }))
  expect(store.getView().board?.firstPositions.get('d3')).toBe(3)
})

test('rank changes are not counted from a remembered board', () => {
  const store = liveStore()
  const entries = buildEntries(9000, 8000)
  store.showRemembered({ rows: entries, total: { count: 2, amountCents: 17_000 }, asOf: 0 })
  expect(store.getView().board?.firstPositions.size).toBe(0)
  store.receiveSnapshot(buildPage({ entries: entries.toReversed() }))
  expect(store.getView().board?.firstPositions.get('d1')).toBe(1)
})
