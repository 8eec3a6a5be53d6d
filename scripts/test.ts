import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '#tests/helpers/browser-path.ts'
import { runChecks } from './check.ts'
import { listPlaywrightFailures, listVitestFailures } from './failures.ts'
import { runCommand } from './run-command.ts'
import {
  describeTally,
  sumTallies,
  type Tally,
  tallyPlaywright,
  tallyVitest,
  type RunnerEnd,
} from './tally.ts'

// A test in an endless loop cannot be ended from inside, so the whole run is ended.
const RUNNER_LIMIT_MS = 35 * 60_000

const reports = mkdtempSync(join(tmpdir(), 'royale-reports-'))
const failures: string[] = []
try {
  const tally = sumTallies([await check(), await unitTests(), await browserTests()])
  if (failures.length > 0) announce('Failed')
  for (const failure of failures) console.log(failure)
  console.log(`\n${describeTally(tally)}`)
  process.exitCode = tally.failed === 0 ? 0 : 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}

async function check(): Promise<Tally> {
  announce('Checks: types, lint, format, structure, dead code')
  const results = await runChecks()
  const failed = results.filter((result) => !result.passed)
  failures.push(...failed.map(({ name }) => `npm run check › ${name}`))
  return { passed: results.length - failed.length, failed: failed.length, skipped: 0 }
}

async function unitTests(): Promise<Tally> {
  announce('Unit, contract and fault tests (Vitest)')
  const file = join(reports, 'vitest.json')
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const end = await runRunner(['vitest', 'run', ...options], file)
  const tally = tallyVitest(end)
  if (tally.failed > 0) failures.push(...listVitestFailures(end.report))
  return tally
}

async function browserTests(): Promise<Tally> {
  announce('Browser tests (Playwright)')
  await requireBrowser()
  const file = join(reports, 'playwright.json')
  const end = await runRunner(['playwright', 'test', '--reporter=list,json'], file, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const tally = tallyPlaywright(end)
  if (tally.failed > 0) failures.push(...listPlaywrightFailures(end.report))
  return tally
}

/**
 * Downloads Playwright's browser if neither the machine nor npm has one (everywhere but on Linux on
 * x64).
 */
async function requireBrowser(): Promise<void> {
  const browser = await findBrowser()
  if (browser) console.log(`with ${browser.executablePath}`)
  else await runCommand(['playwright', 'install', 'chromium'], { show: true })
}

async function runRunner(
  command: string[],
  reportFile: string,
  env: NodeJS.ProcessEnv = {},
): Promise<RunnerEnd> {
  const { code } = await runCommand(command, { show: true, env, limitMs: RUNNER_LIMIT_MS })
  if (code === null) console.log('The run did not end in time, or was ended from outside.')
  const report: unknown = existsSync(reportFile)
    ? JSON.parse(readFileSync(reportFile, 'utf8'))
    : undefined
  return { code, report }
}

function announce(title: string): void {
  console.log(`\n━━ ${title} ━━`)
}
