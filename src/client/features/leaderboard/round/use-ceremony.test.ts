import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Round } from '#contract/rounds.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { useCeremony } from './use-ceremony.ts'

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
  return {
    see: (next: Seen) => {
      hook.rerender(next)
      return hook.result.current?.round.id
    },
    close: () => act(() => hook.result.current?.close()),
    due: () => hook.result.current?.round.id,
  }
}

const heat = build('Heat', 0)
const next = build('Next heat', 10)

test('a ceremony is held once, for those who saw the round before its results', () => {
  const page = watch({ round: heat, minute: 9 })
  expect(page.see({ round: heat, minute: 10 })).toBeUndefined()
  expect(page.see({ round: { ...heat, results: 1 }, minute: 11 })).toBe('Heat')
  page.close()
  expect(page.due()).toBeUndefined()
  expect(page.see({ round: { ...heat, results: 2 }, minute: 12 })).toBeUndefined()
  expect(watch({ round: { ...heat, results: 1 }, minute: 11 }).due()).toBeUndefined()
})

test('a round has its ceremony though the next one begins at once', () => {
  const page = watch({ round: heat, minute: 9 })
  expect(page.see({ round: next, last: heat, minute: 10 })).toBeUndefined()
  const over = { ...heat, results: 1 }
  expect(page.see({ round: next, last: over, minute: 10 })).toBe('Heat')
  page.close()
  expect(page.see({ round: next, minute: 15 })).toBeUndefined()
  expect(page.see({ round: { ...next, results: 1 }, minute: 21 })).toBe('Next heat')
})

test('who came after the results of the last round has no ceremony of it', () => {
  const page = watch({ round: next, last: { ...heat, results: 1 }, minute: 11 })
  expect(page.due()).toBeUndefined()
})

test('the ceremony of the next round takes the place of one that nobody has closed', () => {
  const page = watch({ round: heat, minute: 9 })
  const last = { ...heat, results: 1 }
  expect(page.see({ round: next, last, minute: 11 })).toBe('Heat')
  expect(page.see({ round: { ...next, results: 1 }, last, minute: 21 })).toBe('Next heat')
  page.close()
  expect(page.due()).toBeUndefined()
})
