import { expect, test } from 'vitest'
import { describeTally, sumTallies, tallyPlaywright, tallyVitest } from './tally.ts'

const vitestReport = (passed: number, failed = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 2,
  numTodoTests: 1,
})

const playwrightReport = (expected: number, unexpected = 0, flaky = 0) => ({
  stats: { expected, unexpected, flaky, skipped: 3 },
})

test("a runner's counts are taken over", () => {
  expect(tallyVitest({ code: 1, report: vitestReport(5, 2) })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
    flaky: 0,
  })
  expect(tallyPlaywright({ code: 1, report: playwrightReport(5, 2) })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
    flaky: 0,
  })
})

test('a test that passes only at the second attempt is told apart', () => {
  expect(tallyPlaywright({ code: 0, report: playwrightReport(5, 0, 1) })).toEqual({
    passed: 6,
    failed: 0,
    skipped: 3,
    flaky: 1,
  })
})

test('a run in which many tests need a second attempt has failed', () => {
  expect(tallyPlaywright({ code: 0, report: playwrightReport(5, 0, 3) }).failed).toBe(3)
})

test('a runner that fails outside of its tests counts as one failure', () => {
  expect(tallyVitest({ code: 1, report: vitestReport(5) }).failed).toBe(1)
  expect(tallyPlaywright({ code: null, report: playwrightReport(5) }).failed).toBe(1)
})

test('a runner that ran no test or left no report has failed', () => {
  expect(tallyVitest({ code: 0, report: vitestReport(0) }).failed).toBe(1)
  expect(tallyPlaywright({ code: 0, report: playwrightReport(0) }).failed).toBe(1)
  expect(tallyVitest({ code: 0, report: undefined }).failed).toBe(1)
  expect(tallyPlaywright({ code: 0, report: undefined }).failed).toBe(1)
})

test('the last line sums up and speaks of skipped and flaky tests only where there are any', () => {
  const sum = sumTallies([
    { passed: 1, failed: 2, skipped: 0, flaky: 0 },
    { passed: 10, failed: 0, skipped: 0, flaky: 0 },
  ])
  expect(describeTally(sum)).toBe('11 passed, 2 failed')
  expect(describeTally({ ...sum, skipped: 4 })).toBe('11 passed, 2 failed, 4 skipped')
  expect(describeTally({ ...sum, flaky: 1 })).toBe('11 passed, 2 failed, 1 flaky')
})
