import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useInterruptionHold } from '#client/lib/interruptions.ts'
import { useFreeMoment } from './use-free-moment.ts'

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

function wait() {
  const onFree = vi.fn<() => void>()
  let props = { id: 'r1' as string | undefined, isPaused: false, isHeld: false }
  const hook = renderHook(
    ({ id, isPaused, isHeld }) => {
      useInterruptionHold(isHeld)
      return useFreeMoment(id, { isPaused, onFree })
    },
    { initialProps: props },
  )
  return {
    onFree,
    set: (next: Partial<typeof props>) => hook.rerender((props = { ...props, ...next })),
    pass: (ms: number) => {
      act(() => void vi.advanceTimersByTime(ms))
      return onFree.mock.calls.length
    },
    waitedId: () => hook.result.current,
  }
}

function focusField(): HTMLElement {
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  return field
}

test('who only watches is interrupted within a second, once, and offered nothing', () => {
  const { pass, set, waitedId } = wait()
  expect(pass(999)).toBe(0)
  expect(pass(1)).toBe(1)
  set({ id: undefined })
  expect(pass(10_000)).toBe(1)
  expect(waitedId()).toBeUndefined()
})

test('who types is interrupted a second after they have left the field', () => {
  const { pass, waitedId } = wait()
  const field = focusField()
  expect(pass(60_000)).toBe(0)
  expect(waitedId()).toBe('r1')
  field.blur()
  expect(pass(1_000)).toBe(1)
})

test('a moment between two fields, or between a payment and its celebration, is not free', () => {
  const { pass, set } = wait()
  set({ isHeld: true })
  expect(pass(5_000)).toBe(0)
  set({ isHeld: false })
  expect(pass(500)).toBe(0)
  set({ isHeld: true })
  expect(pass(5_000)).toBe(0)
  set({ isHeld: false })
  expect(pass(1_000)).toBe(1)
})

test('who has paused the live updates is interrupted once they go on', () => {
  const { pass, set, waitedId } = wait()
  set({ isPaused: true })
  expect(pass(60_000)).toBe(0)
  expect(waitedId()).toBe('r1')
  set({ isPaused: false })
  expect(pass(1_000)).toBe(1)
})
