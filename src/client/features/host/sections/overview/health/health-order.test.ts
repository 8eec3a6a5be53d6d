import { expect, test } from 'vitest'
import type { HealthCheck, HealthState } from '#contract/host/health.ts'
import { describeHealth, sortByState } from './health-order.ts'

const checksOf = (...states: HealthState[]): HealthCheck[] =>
  states.map((state, index) => ({
    id: `${index}`,
    name: 'Disk',
    state,
    since: null,
    sentence: 'A sentence.',
  }))

test.each([
  [['ok', 'ok'], 'all 2 work'],
  [['ok', 'unknown'], '1 of 2 not known'],
  [['ok', 'warning'], '1 of 2 needs a look'],
  [['failing', 'warning', 'unknown'], '2 of 3 need a look'],
] satisfies [HealthState[], string][])('%s: %s', (states, sentence) => {
  expect(describeHealth(checksOf(...states))).toBe(sentence)
})

test('what fails comes first, and what works last', () => {
  const checks = checksOf('ok', 'unknown', 'failing', 'warning', 'failing')
  expect(sortByState(checks).map(({ id }) => id)).toEqual(['2', '4', '3', '1', '0'])
})
