import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string() }).partial().optional() })),
    }),
  ),
})

const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})

const playwrightReport = z.object({ suites: z.array(playwrightSuite) })

/** Returns a line for each test of Vitest's JSON report that failed: file, name, first reason. */
export function listVitestFailures(report: unknown): string[] {
  const parsed = vitestReport.safeParse(report)
  if (!parsed.success) return ['Vitest left no report.']
  return parsed.data.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [describeFailure(file, '', message)]
    return failed.map(({ fullName, failureMessages }) =>
      describeFailure(file, fullName, failureMessages?.[0]),
    )
  })
}

/** Returns a line for each test of Playwright's JSON report that failed: file, name, first reason. */
export function listPlaywrightFailures(report: unknown): string[] {
  return listPlaywrightErrors(report, ({ ok }) => !ok)
}

/** Returns a line for each test that passed only at the second attempt: file, name, first reason. */
export function listPlaywrightFlakes(report: unknown): string[] {
  return listPlaywrightErrors(
    report,
    ({ ok, tests }) => ok && tests.some(({ status }) => status === 'flaky'),
  )
}

function listPlaywrightErrors(
  report: unknown,
  isListed: (spec: z.infer<typeof playwrightSpec>) => boolean,
): string[] {
  const parsed = playwrightReport.safeParse(report)
  if (!parsed.success) return ['Playwright left no report.']
  const specs = parsed.data.suites.flatMap(listSpecs).filter(isListed)
  return specs.map(({ file, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error ?? []))
    const projects = tests.map(({ projectName }) => projectName).join(', ')
    return describeFailure(`tests/e2e/${file} [${projects}]`, title, errors[0]?.message)
  })
}

function listSpecs({ specs, suites }: z.infer<typeof playwrightSuite>): typeof specs {
  return [...specs, ...(suites ?? []).flatMap(listSpecs)]
}

function describeFailure(file: string, name: string, reason = ''): string {
  const [firstLine = ''] = stripVTControlCharacters(reason).trim().split('\n')
  return [file, name, firstLine].filter((part) => part !== '').join(' › ')
}
