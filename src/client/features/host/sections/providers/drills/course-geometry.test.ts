import { expect, test } from 'vitest'
import type { DrillPoint } from '#contract/host/drills.ts'
import { layOutCourse } from './course-geometry.ts'

const pointAt = (second: number, providerCents: number, ledgerCents: number): DrillPoint => ({
  at: new Date(second * 1000).toISOString(),
  moment: 'during',
  providerCents,
  ledgerCents,
  driftCents: 0,
})

test('each amount holds until the next measurement', () => {
  const course = [pointAt(0, 0, 0), pointAt(10, 1_000, 0), pointAt(20, 1_000, 1_000)]
  expect(layOutCourse(course, 40_000)).toEqual({
    topCents: 1_000,
    seconds: 40,
    providers: 'M0 120H144V0H288V0H600',
    ledger: 'M0 120H144V120H288V0H600',
    ledgerArea: 'M0 120H144V120H288V0H600V120H0Z',
  })
})

test('a course without money lies on the ground', () => {
  expect(layOutCourse([pointAt(0, 0, 0)], 0)).toMatchObject({
    topCents: 100,
    ledger: 'M0 120H600',
  })
})
