import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listPlaywrightFailures, listPlaywrightFlakes, listVitestFailures } from './failures.ts'

test('a failed test of Vitest is told with its file, its name and the first line of its reason', () => {
  const testResults = [
    {
      name: join(process.cwd(), 'src/a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'adds', failureMessages: [] },
        { status: 'failed', fullName: 'counts once', failureMessages: ['\u001b[31mnot 1\n at x'] },
      ],
    },
  ]
  expect(listVitestFailures({ testResults })).toEqual(['src/a.test.ts › counts once › not 1'])
})

test('a file of Vitest that does not load is told with what it said', () => {
  const name = join(process.cwd(), 'src/b.test.ts')
  const file = { name, status: 'failed', message: 'Cannot find x\n', assertionResults: [] }
  expect(listVitestFailures({ testResults: [file] })).toEqual(['src/b.test.ts › Cannot find x'])
})

const specOf = (title: string, status: 'expected' | 'unexpected' | 'flaky') => ({
  title,
  ok: status !== 'unexpected',
  file: 'a.spec.ts',
  tests: [
    {
      projectName: 'phone',
      status,
      results: status === 'expected' ? [{}] : [{ error: { message: 'Gone\nline' } }],
    },
  ],
})

test('a failed test of Playwright is found in whatever suite it is', () => {
  const nested = { specs: [specOf('hides', 'unexpected')] }
  const suites = [{ specs: [specOf('shows', 'expected')], suites: [nested] }]
  expect(listPlaywrightFailures({ suites })).toEqual(['tests/e2e/a.spec.ts [phone] › hides › Gone'])
  expect(listPlaywrightFlakes({ suites })).toEqual([])
})

test('a test that passed at the second attempt is told with what went wrong at the first', () => {
  const suites = [{ specs: [specOf('shows', 'expected'), specOf('waits', 'flaky')] }]
  expect(listPlaywrightFlakes({ suites })).toEqual(['tests/e2e/a.spec.ts [phone] › waits › Gone'])
  expect(listPlaywrightFailures({ suites })).toEqual([])
})

test('a runner that left no report says so', () => {
  expect(listVitestFailures(undefined)).toEqual(['Vitest left no report.'])
  expect(listPlaywrightFailures({})).toEqual(['Playwright left no report.'])
})
