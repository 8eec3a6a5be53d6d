import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publishBoardVersion } from '#client/lib/board-version.ts'
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

test('a board is read at once, and within half a second of a change of the default board', async () => {
  const { reads, result } = poll()
  expect(result.current).toBeNull()
  await pass(0)
  expect(result.current).toMatchObject({ version, rows: buildEntries(5000, 3000, 2000, 1000) })
  await pass(5_000)
  expect(reads).toHaveLength(1)
  change()
  await pass(500)
  expect(reads).toHaveLength(2)
  expect(result.current?.version).toBe(version)
})

test('changes that go on make one read a second', async () => {
  const { reads } = poll()
  for (let count = 0; count < 100; count += 1) {
    change()
    await pass(100)
  }
  expect(reads.length).toBeGreaterThanOrEqual(9)
  expect(reads.length).toBeLessThanOrEqual(11)
})

test('a change during a read is read by another one after it', async () => {
  const held = Promise.withResolvers<PageResponse>()
  const reads = serveApi({ [ROUTE]: () => held.promise })
  renderHook(() => usePolledBoard('donors-week'))
  await pass(0)
  change()
  await pass(5_000)
  expect(reads).toHaveLength(1)
  held.resolve({ body: buildPage() })
  await pass(500)
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

test('the last board stays while a read fails, and the next change is read', async () => {
  let isAway = false
  const { result } = poll(() => (isAway ? 'unreachable' : { body: buildPage({ version }) }))
  await pass(0)
  const first = result.current
  isAway = true
  change()
  await pass(1_000)
  expect(result.current).toBe(first)
  isAway = false
  change()
  await pass(1_000)
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
