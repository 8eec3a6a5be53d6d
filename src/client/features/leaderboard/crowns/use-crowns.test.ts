import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Crowns } from '#contract/crowns.ts'
import { publishCrowns } from '#client/lib/told-crowns.ts'
import { useCrowns } from './use-crowns.ts'

const ANSWER: Crowns = { now: '2026-12-01T20:00:00.000Z', crowns: [], round: null }

/** The longest pause between two requests, ms. */
const PAUSE = 20_000

/** The requests that the server has, with what answers them. */
let requests: { answer: () => void; signal: AbortSignal | null | undefined }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    requests.push({ answer: () => resolve(Response.json(ANSWER)), signal })
    return promise
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function renderAsked() {
  const hook = renderHook(({ version }) => useCrowns(version), { initialProps: { version: 1 } })
  await pass(1)
  expect(requests.length).toBe(1)
  return hook
}

test('a change of the board does not end a request that is under way', async () => {
  const { result, rerender } = await renderAsked()
  rerender({ version: 2 })
  expect(requests[0]?.signal?.aborted).toBe(false)
  requests[0]?.answer()
  await pass(1)
  expect(result.current?.crowns).toEqual(ANSWER)
})

test('during a rush the crowns are asked for once in each pause, from request to request', async () => {
  const { rerender } = await renderAsked()
  for (let second = 1; second <= 60; second += 1) {
    await pass(1_000)
    requests.at(-1)?.answer()
    rerender({ version: 1 + second })
  }
  expect(requests.length).toBeGreaterThanOrEqual(1 + 60_000 / PAUSE - 1)
  expect(requests.length).toBeLessThanOrEqual(1 + 6)
})

test('a slow answer is waited for, and the next request comes for what has changed since', async () => {
  const { rerender } = await renderAsked()
  await pass(5_000)
  rerender({ version: 2 })
  await pass(10_000)
  expect(requests.length).toBe(1)
  requests[0]?.answer()
  await pass(PAUSE)
  expect(requests.length).toBe(2)
  requests[1]?.answer()
  await pass(3 * PAUSE)
  expect(requests.length).toBe(2)
})

test('crowns that another part of the page has fetched are taken at once, older ones never', async () => {
  const { result } = await renderAsked()
  const later: Crowns = { ...ANSWER, now: '2026-12-01T20:00:05.000Z' }
  act(() => publishCrowns(later))
  expect(result.current?.crowns).toBe(later)
  requests[0]?.answer()
  await pass(1)
  expect(result.current?.crowns).toBe(later)
})

test('a request ends when the crowns are no longer shown', async () => {
  const { rerender, unmount } = await renderAsked()
  rerender({ version: 2 })
  unmount()
  expect(requests[0]?.signal?.aborted).toBe(true)
  await pass(3 * PAUSE)
  expect(requests.length).toBe(1)
})
