import { expect, test } from 'vitest'
import { maxSteps, requiredLevel } from './level.ts'

const NOTHING = { checkouts: 0, declines: 0, declinesOfAddress: 0, isAlarmOn: false }

test.each([
  ['nothing happened', {}, 0],
  ['19 checkouts', { checkouts: 19 }, 0],
  ['20 checkouts', { checkouts: 20 }, 1],
  ['25 checkouts', { checkouts: 25 }, 2],
  ['4 declines', { declines: 4 }, 0],
  ['5 declines', { declines: 5 }, 1],
  ['7 declines', { declines: 7 }, 2],
  ['ever more declines', { declines: 1_000 }, 5],
  ['ever more checkouts', { checkouts: 1_000 }, 5],
  ['19 declines at the address', { declinesOfAddress: 19 }, 0],
  ['20 declines at the address', { declinesOfAddress: 20 }, 1],
  ['ever more declines at the address', { declinesOfAddress: 1_000 }, 2],
  ['an alarm', { isAlarmOn: true }, 1],
  ['an alarm beside own declines', { isAlarmOn: true, declines: 9 }, 3],
])('after %s %o the level is %i', (_case, activity, level) => {
  expect(requiredLevel({ ...NOTHING, ...activity })).toBe(level)
})

test('each level is twice the work of the one before', () => {
  expect([1, 2, 3, 4, 5].map(maxSteps)).toEqual([600, 1_200, 2_400, 4_800, 9_600])
})
