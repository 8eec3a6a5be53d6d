import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '#tests/helpers/browser/browser-path.ts'
import { runChecks } from './check.ts'
import {
  listPlaywrightFailures,
  listPlaywrightFlakes,
  listVitestFailures,
} from './test-report/failures.ts'
import { runCommand } from './run-command.ts'
import {
  describeTally,
  sumTallies,
  type Tally,
  tallyPlaywright,
  tallyVitest,
  type RunnerEnd,
} from './test-report/tally.ts'

// A test in an endless loop cannot be ended from inside, so a runner that says nothing is ended.
const STALL_MS = 20 * 60_000

const COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/compile')

/** The free memory from which on the files of tests are kept there, bytes. */
const ROOMY_BYTES = 4 * 1024 ** 3

const reports = mkdtempSync(join(findRoom(), 'royale-tests-'))
// PostgreSQL runs as another user, whose folder is inside.
chmodSync(reports, 0o755)
const failures: string[] = []
const flakes: string[] = []
try {
  const tally = sumTallies([await check(), await unitTests(), await browserTests()])
  if (flakes.length > 0) announce('Passed only at the second attempt: each needs a look')
  for (const flake of flakes) console.log(flake)
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
  return { passed: results.length - failed.length, failed: failed.length, skipped: 0, flaky: 0 }
}

async function unitTests(): Promise<Tally> {
  announce('Unit, contract and fault tests (Vitest)')
  await requireBrowser()
  const file = join(reports, 'vitest.json')
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const end = await runRunner(['vitest', 'run', ...options], file)
  const tally = tallyVitest(end)
  if (tally.failed > 0) failures.push(...listVitestFailures(end.report))
  return tally
}

async function browserTests(): Promise<Tally> {
  announce('Browser tests (Playwright)')
  const file = join(reports, 'playwright.json')
  const end = await runRunner(['playwright', 'test', '--reporter=list,json'], file, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const tally = tallyPlaywright(end)
  if (tally.failed > 0) failures.push(...listPlaywrightFailures(end.report))
  if (tally.flaky > 0) flakes.push(...listPlaywrightFlakes(end.report))
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
  const { code } = await runCommand(command, {
    show: true,
    // Files that a test or a browser leaves go with the folder.
    env: { TMPDIR: reports, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stallMs: STALL_MS,
  })
  if (code === null) console.log('The run stood still, or was ended from outside.')
  const report: unknown = existsSync(reportFile)
    ? JSON.parse(readFileSync(reportFile, 'utf8'))
    : undefined
  return { code, report }
}

/** Returns a folder for temporary files: in memory if there is room, where no write waits. */
function findRoom(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem()) > ROOMY_BYTES ? memory : tmpdir()
}

function announce(title: string): void {
  console.log(`\n━━ ${title} ━━`)
}
