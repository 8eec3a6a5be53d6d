import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { useEndChange } from './use-end-change.ts'

const END = Date.parse('2026-12-01T21:00:00Z')

const round = buildRound({
  endsAt: new Date(END).toISOString(),
  overtime: { used: 0, max: 3 },
})

const later = (minutes: number) => new Date(END + minutes * 60_000).toISOString()

function watch() {
  const props = { round, now: END - 1_000 }
  const hook = renderHook(({ round: shown, now }) => useEndChange(shown, now), {
    initialProps: props,
  })
  return (next: Partial<typeof props>) => {
    hook.rerender({ ...props, ...next })
    return hook.result.current
  }
}

test('nothing is told to those who come while a round runs', () => {
  const see = watch()
  expect(see({})).toBeUndefined()
  expect(see({ round: { ...round, name: 'Last hour' } })).toBeUndefined()
})

test('overtime is told for half a minute', () => {
  const see = watch()
  const longer = { ...round, endsAt: later(1), overtime: { used: 1, max: 3 } }
  expect(see({ round: longer })).toBe('A new #1: the round goes on for a minute.')
  expect(see({ round: longer, now: END + 28_999 })).toBeDefined()
  expect(see({ round: longer, now: END + 29_000 })).toBeUndefined()
})

test('an end that the host has moved is told with its time', () => {
  const see = watch()
  expect(see({ round: { ...round, endsAt: later(10) } })).toMatch(
    /^The host has extended the round to .*9:10/,
  )
})

test('another round, or an earlier end, is no extension', () => {
  const see = watch()
  expect(see({ round: { ...round, id: 'next', endsAt: later(60) } })).toBeUndefined()
  const other = watch()
  expect(other({ round: { ...round, endsAt: later(-10), endedEarly: true } })).toBeUndefined()
})

test.each([{ cancelled: true }, { endedEarly: true }, { id: 'next' }])(
  'a longer round that is over, or another one, is told nothing of it: %j',
  (change) => {
    const see = watch()
    const longer = { ...round, endsAt: later(10) }
    expect(see({ round: longer })).toBeDefined()
    expect(see({ round: { ...longer, ...change } })).toBeUndefined()
  },
)
