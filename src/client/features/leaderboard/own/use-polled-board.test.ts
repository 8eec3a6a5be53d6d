import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publishBoardVersion } from '#client/lib/board-version.ts'
import { wantVersion } from '#client/lib/wanted-version.ts'
import { serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { buildEntries, buildPage } from '../live/board-builders.ts'
import { usePolledBoard } from './use-polled-board.ts'

const ROUTE = 'GET /api/boards/donors-week'

let isHidden = false
let version = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})

afterEach(() => {
  isHidden = false
  vi.useRealTimers()
})

/** Follows a board of so many versions as the default board has; returns its reads. */
function poll(respond = (): PageResponse => ({ body: buildPage({ version }) })) {
  const reads = serveApi({ [ROUTE]: respond })
  const { result, unmount } = renderHook(() => usePolledBoard('donors-week'))
  return { reads, result, unmount }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Changes the default board, as its stream tells. */
const change = () => {
  version += 1
  act(() => publishBoardVersion(version))
}

const show = (hidden: boolean) => {
  isHidden = hidden
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('a board is read at once by a page that has just been opened, and else within 5 s', async () => {
  const { reads, result, unmount } = poll()
  expect(result.current).toBeNull()
  await pass(0)
  expect(result.current).toMatchObject({ version, rows: buildEntries(5000, 3000, 2000, 1000) })
  unmount()
  await pass(10_000)
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  const later = poll()
  await pass(4_000)
  expect(later.reads).toHaveLength(0)
  await pass(1_000)
  expect(later.reads).toHaveLength(1)
  expect(reads).toHaveLength(1)
})

test('after a change of the default board it is read within 5 to 10 s', async () => {
  const { reads, result } = poll()
  await pass(0)
  change()
  await pass(4_999)
  expect(reads).toHaveLength(1)
  await pass(5_001)
  expect(reads).toHaveLength(2)
  expect(result.current?.version).toBe(version)
})

test('changes that go on make a read in 5 to 10 s', async () => {
  const { reads } = poll()
  for (let count = 0; count < 300; count += 1) {
    change()
    await pass(100)
  }
  expect(reads.length).toBeGreaterThanOrEqual(4)
  expect(reads.length).toBeLessThanOrEqual(7)
})

test('for a quote of a newer version it is read at once, at most once a second', async () => {
  const { reads } = poll()
  await pass(2_000)
  change()
  act(() => wantVersion())
  await pass(0)
  expect(reads).toHaveLength(2)
  for (let count = 0; count < 30; count += 1) {
    act(() => wantVersion())
    await pass(100)
  }
  expect(reads.length).toBeGreaterThanOrEqual(4)
  expect(reads.length).toBeLessThanOrEqual(5)
})

test('a board that has not followed a change yet is read again soon', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  let told = 1
  const { reads, result } = poll(() => ({ body: buildPage({ version: told }) }))
  await pass(0)
  change()
  await pass(5_000)
  expect(reads).toHaveLength(2)
  told = 2
  await pass(5_000)
  expect(result.current?.version).toBe(2)
  await pass(14_000)
  expect(reads).toHaveLength(3)
})

test('a version that another node has not reached yet is passed over, unless it stays', async () => {
  let told = 7
  const { result } = poll(() => ({ body: buildPage({ version: told }) }))
  await pass(0)
  told = 5
  await pass(15_000)
  expect(result.current?.version).toBe(7)
  await pass(15_000)
  expect(result.current?.version).toBe(5)
})

test('a change during a read is read by another one after it', async () => {
  const held = Promise.withResolvers<PageResponse>()
  const answers = [held.promise]
  const reads = serveApi({ [ROUTE]: () => answers.shift() ?? { body: buildPage({ version }) } })
  renderHook(() => usePolledBoard('donors-week'))
  await pass(0)
  change()
  await pass(5_000)
  expect(reads).toHaveLength(1)
  held.resolve({ body: buildPage({ version: 0 }) })
  await pass(10_000)
  expect(reads).toHaveLength(2)
})

test('what the default board does not tell is read within a quarter of a minute', async () => {
  const { reads } = poll()
  await pass(30_500)
  expect(reads).toHaveLength(3)
})

test('a hidden page reads nothing, and reads once when it is seen again', async () => {
  const { reads } = poll()
  await pass(0)
  show(true)
  change()
  await pass(60_000)
  expect(reads).toHaveLength(1)
  show(false)
  await pass(500)
  expect(reads).toHaveLength(2)
  await pass(5_000)
  expect(reads).toHaveLength(2)
})

test('the last board stays while a read fails, and it is tried again', async () => {
  let isAway = false
  const { result } = poll(() => (isAway ? 'unreachable' : { body: buildPage({ version }) }))
  await pass(0)
  const first = result.current
  isAway = true
  change()
  await pass(10_000)
  expect(result.current).toBe(first)
  isAway = false
  await pass(10_000)
  expect(result.current?.version).toBe(version)
})

test('no change is read once nobody follows the board', async () => {
  const { reads, unmount } = poll()
  await pass(0)
  unmount()
  change()
  await pass(60_000)
  expect(reads).toHaveLength(1)
})
