import { z } from 'zod'

/** The numbers of passed, failed and skipped tests of one kind. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** Those of the passed ones that needed a second attempt. */
  flaky: number
}

/** The number of flaky browser tests from which on a run fails: so many are no accident. */
const TOO_FLAKY = 3

/** The end of a test runner: its exit code and its JSON report, if it wrote one. */
export interface RunnerEnd {
  code: number | null
  report: unknown
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
})

const playwrightReport = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
})

export function tallyVitest({ code, report }: RunnerEnd): Tally {
  const parsed = vitestReport.safeParse(report)
  if (!parsed.success) return NOTHING_RAN
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = parsed.data
  return addRunnerFailure(code, {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    flaky: 0,
  })
}

/** Counts a flaky test as passed, and `TOO_FLAKY` of them as failed. */
export function tallyPlaywright({ code, report }: RunnerEnd): Tally {
  const parsed = playwrightReport.safeParse(report)
  if (!parsed.success) return NOTHING_RAN
  const { expected, unexpected, flaky, skipped } = parsed.data.stats
  const isTooFlaky = flaky >= TOO_FLAKY
  return addRunnerFailure(code, {
    passed: isTooFlaky ? expected : expected + flaky,
    failed: isTooFlaky ? unexpected + flaky : unexpected,
    skipped,
    flaky,
  })
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    flaky: sum('flaky'),
  }
}

/**
 * Returns the last line of a test run: '12 passed, 0 failed', and the skipped and the flaky tests
 * if there are any.
 */
export function describeTally({ passed, failed, skipped, flaky }: Tally): string {
  const parts = [`${passed} passed`, `${failed} failed`]
  if (skipped > 0) parts.push(`${skipped} skipped`)
  if (flaky > 0) parts.push(`${flaky} flaky`)
  return parts.join(', ')
}

/** The tally of a runner that ran nothing, which counts as failed. */
const NOTHING_RAN: Tally = { passed: 0, failed: 1, skipped: 0, flaky: 0 }

/**
 * Adds a failure if the runner failed although every test passed (a file that does not load, an
 * error outside of any test), which its counts leave out.
 */
function addRunnerFailure(code: number | null, tally: Tally): Tally {
  if (tally.failed > 0) return tally
  const ranNothing = tally.passed === 0
  return code === 0 && !ranNothing ? tally : { ...tally, failed: 1 }
}
