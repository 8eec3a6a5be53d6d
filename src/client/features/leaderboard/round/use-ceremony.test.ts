import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Round } from '#contract/rounds.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { useCeremony } from './use-ceremony.ts'

beforeEach(() => sessionStorage.clear())

const START = Date.parse('2026-12-01T20:00:00Z')
const MINUTE = 60_000

function build(id: string, fromMinute: number, results: number | null = null): Round {
  return buildRound({
    id,
    name: id,
    startsAt: new Date(START + fromMinute * MINUTE).toISOString(),
    endsAt: new Date(START + (fromMinute + 10) * MINUTE).toISOString(),
    results,
  })
}

interface Seen {
  round: Round
  last?: Round
  minute: number
}

function watch(first: Seen) {
  const hook = renderHook(
    ({ round, last, minute }: Seen) => useCeremony(round, last, START + minute * MINUTE),
    { initialProps: first },
  )
  const due = () => {
    const { current } = hook.result
    return current?.isOpen === false ? current.round.id : undefined
  }
  return {
    see: (next: Seen) => {
      hook.rerender(next)
      return due()
    },
    open: () => act(() => hook.result.current?.open()),
    close: () => act(() => hook.result.current?.close()),
    leave: () => hook.unmount(),
    due,
    shown: () => hook.result.current,
  }
}

const heat = build('Heat', 0)
const next = build('Next heat', 10)

test('a ceremony is held once, for those who saw the round before its results', () => {
  const page = watch({ round: heat, minute: 9 })
  expect(page.see({ round: heat, minute: 10 })).toBeUndefined()
  expect(page.see({ round: { ...heat, results: 1 }, minute: 11 })).toBe('Heat')
  page.open()
  page.close()
  expect(page.due()).toBeUndefined()
  expect(page.see({ round: { ...heat, results: 2 }, minute: 12 })).toBeUndefined()
})

test('who comes after the results of a round has no ceremony of it', () => {
  expect(watch({ round: { ...heat, results: 1 }, minute: 11 }).shown()).toBeUndefined()
})

test('a round has its ceremony though the next one begins at once', () => {
  const page = watch({ round: heat, minute: 9 })
  expect(page.see({ round: next, last: heat, minute: 10 })).toBeUndefined()
  const over = { ...heat, results: 1 }
  expect(page.see({ round: next, last: over, minute: 10 })).toBe('Heat')
  page.open()
  page.close()
  expect(page.see({ round: next, minute: 15 })).toBeUndefined()
  expect(page.see({ round: { ...next, results: 1 }, minute: 21 })).toBe('Next heat')
})

test('who comes after the results of the last round has no ceremony of it', () => {
  const page = watch({ round: next, last: { ...heat, results: 1 }, minute: 11 })
  expect(page.due()).toBeUndefined()
})

test('the ceremony of the next round takes the place of one that nobody has closed', () => {
  const page = watch({ round: heat, minute: 9 })
  const last = { ...heat, results: 1 }
  expect(page.see({ round: next, last, minute: 11 })).toBe('Heat')
  expect(page.see({ round: { ...next, results: 1 }, last, minute: 21 })).toBe('Next heat')
  page.open()
  page.close()
  expect(page.due()).toBeUndefined()
})

const over = { ...heat, results: 1 }

test('who watched a round has its ceremony after a reload, or on the way back from the card page', () => {
  watch({ round: heat, minute: 9 }).leave()
  expect(watch({ round: over, minute: 12 }).due()).toBe('Heat')
  watch({ round: next, minute: 12 }).leave()
  expect(watch({ round: next, last: over, minute: 12 }).due()).toBe('Heat')
})

test('a ceremony that was opened is not due again after a reload', () => {
  const page = watch({ round: heat, minute: 9 })
  page.see({ round: over, minute: 11 })
  page.open()
  expect(page.shown()?.isOpen).toBe(true)
  page.leave()
  expect(watch({ round: over, minute: 11 }).due()).toBeUndefined()
})

test('a page from the browser’s cache knows the ceremony that another page of the tab has opened', () => {
  const page = watch({ round: heat, minute: 9 })
  const back = watch({ round: over, minute: 11 })
  back.open()
  act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(page.see({ round: over, minute: 11 })).toBeUndefined()
})

test('a ceremony is no news an hour after the end, by when all who left to pay are back', () => {
  const page = watch({ round: heat, minute: 9 })
  expect(page.see({ round: over, minute: 69 })).toBe('Heat')
  expect(page.see({ round: over, minute: 70 })).toBeUndefined()
  page.leave()
  expect(watch({ round: over, minute: 69 }).due()).toBe('Heat')
  expect(watch({ round: over, minute: 70 }).due()).toBeUndefined()
})

test('a ceremony stays open for as long as it is read', () => {
  const page = watch({ round: heat, minute: 9 })
  page.see({ round: over, minute: 69 })
  page.open()
  page.see({ round: over, minute: 71 })
  expect(page.shown()?.isOpen).toBe(true)
})

test('a round that was cancelled has no ceremony', () => {
  const page = watch({ round: heat, minute: 9 })
  page.see({ round: { ...over, cancelled: true }, minute: 11 })
  expect(page.shown()).toBeUndefined()
})

test('where the browser keeps nothing, the page itself remembers', () => {
  const refuse = () => {
    throw new DOMException('Blocked', 'SecurityError')
  }
  const blocked = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse)
  const page = watch({ round: heat, minute: 9 })
  expect(page.see({ round: over, minute: 11 })).toBe('Heat')
  page.open()
  page.close()
  expect(page.see({ round: over, minute: 12 })).toBeUndefined()
  blocked.mockRestore()
})
