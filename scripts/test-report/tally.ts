import { z } from 'zod'

/** The numbers of passed, failed and skipped tests of one kind. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

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
  })
}

export function tallyPlaywright({ code, report }: RunnerEnd): Tally {
  const parsed = playwrightReport.safeParse(report)
  if (!parsed.success) return NOTHING_RAN
  const { expected, unexpected, flaky, skipped } = parsed.data.stats
  return addRunnerFailure(code, { passed: expected, failed: unexpected + flaky, skipped })
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/**
 * Returns the last line of a test run: '12 passed, 0 failed', and the skipped tests if there are
 * any.
 */
export function describeTally({ passed, failed, skipped }: Tally): string {
  const line = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}

/** The tally of a runner that ran nothing, which counts as failed. */
const NOTHING_RAN: Tally = { passed: 0, failed: 1, skipped: 0 }

/**
 * Adds a failure if the runner failed although every test passed (a file that does not load, an
 * error outside of any test), which its counts leave out.
 */
function addRunnerFailure(code: number | null, tally: Tally): Tally {
  if (tally.failed > 0) return tally
  const ranNothing = tally.passed === 0
  return code === 0 && !ranNothing ? tally : { ...tally, failed: 1 }
}
