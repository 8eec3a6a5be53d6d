import { expect, test } from 'vitest'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { describeOvertime, phaseOf } from './round-phase.ts'

const START = Date.parse('2026-12-01T20:00:00Z')
const END = START + 3_600_000

const round = buildRound({
  startsAt: new Date(START).toISOString(),
  endsAt: new Date(END).toISOString(),
})

test.each([
  [START - 1, 'before'],
  [START, 'running'],
  [END - 60_001, 'running'],
  [END - 60_000, 'photo'],
  [END - 1, 'photo'],
  [END, 'counting'],
])('at %i a round is in its phase: %s', (now, phase) => {
  expect(phaseOf(round, now)).toBe(phase)
})

test('a round with results is over, whatever the clock says', () => {
  expect(phaseOf({ ...round, results: 1 }, START)).toBe('over')
})

test('a cancelled round is cancelled, whatever the clock says', () => {
  expect(phaseOf({ ...round, cancelled: true }, START)).toBe('cancelled')
})

test('the rule of overtime is told beforehand, with how often it was used', () => {
  expect(describeOvertime(round)).toBeUndefined()
  expect(describeOvertime({ ...round, overtime: { used: 2, max: 5 } })).toBe(
    'A new #1 in the last minute adds a minute, up to 5 times (2 so far).',
  )
})
