import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDonationRect } from './use-donation-rect.ts'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** Adds an element to the page at this `top`, since jsdom lays nothing out. */
function show(data: Record<string, string>, top: number) {
  const element = document.createElement('li')
  Object.assign(element.dataset, data)
  const moveTo = (top: number) => {
    element.getBoundingClientRect = () => new DOMRect(20, top, 300, 60)
  }
  moveTo(top)
  document.body.append(element)
  return { element, moveTo }
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test("a row that rests is the donation's place", async () => {
  show({ donation: 'd1' }, 400)
  const { result } = renderHook(() => useDonationRect('d1'))
  await wait(160)
  expect(result.current).toMatchObject({
    isStable: true,
    rect: { top: 400, bodyCenter: { y: 430 } },
  })
})

test('a row that glides is waited for', async () => {
  const row = show({ donation: 'd1' }, 700)
  const { result } = renderHook(() => useDonationRect('d1'))
  for (const top of [600, 500, 420]) {
    row.moveTo(top)
    await wait(80)
    expect(result.current.isStable).toBe(false)
  }
  await wait(80)
  expect(result.current).toMatchObject({ isStable: true, rect: { top: 420 } })
})

test('a row that moves later is followed when it rests again', async () => {
  const row = show({ donation: 'd1' }, 400)
  const { result } = renderHook(() => useDonationRect('d1'))
  await wait(240)
  row.moveTo(460)
  await wait(80)
  expect(result.current.rect?.top).toBe(400)
  await wait(80)
  expect(result.current.rect?.top).toBe(460)
})

test('where the row is out of sight the bar that stands for it is the place', async () => {
  show({ donation: 'd1' }, 5_000)
  show({ pinnedOwn: '' }, 700)
  const { result } = renderHook(() => useDonationRect('d1'))
  await wait(560)
  expect(result.current.isStable).toBe(false)
  await wait(240)
  expect(result.current.rect?.top).toBe(700)
})

test('a row that an animation moves is where it will rest', async () => {
  const { element } = show({ donation: 'd1' }, 700)
  element.style.transform = 'matrix(1, 0, 0, 1, 40, 300)'
  const { result } = renderHook(() => useDonationRect('d1'))
  await wait(160)
  expect(result.current).toMatchObject({
    isStable: true,
    rect: { left: -20, top: 400, bodyCenter: { x: 130, y: 430 } },
  })
})

test('a donation that is nowhere to be seen is not waited for long', async () => {
  const { result } = renderHook(() => useDonationRect('d1'))
  await wait(560)
  expect(result.current.isStable).toBe(false)
  await wait(160)
  expect(result.current).toEqual({ isStable: true, rect: undefined })
})
