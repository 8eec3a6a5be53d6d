import { runCommand } from './run-command.ts'

/** The result of one part of `npm run check`. */
export interface CheckResult {
  name: string
  passed: boolean
  /** The output of the tools, printed if the part failed. */
  output: string
  seconds: number
}

// The tests and the commands are in the projects of the folders above and beside them, which check
// most of the same files; their own configurations are for editors.
const TYPE_PROJECTS = [
  '.',
  'src/contract',
  'src/server',
  'src/client',
  'sandbox',
  'sandbox/paypal/browser',
]

/** The parts, each a list of commands that must all succeed. */
const PARTS: Record<string, string[][]> = {
  types: TYPE_PROJECTS.map((project) => ['tsc', '-p', `${project}/tsconfig.json`, '--pretty']),
  lint: [['oxlint']],
  format: [['oxfmt', '--check']],
  structure: [['node', 'scripts/structure.ts']],
  'dead code': [['knip', '--no-progress']],
}

/** Runs every part at once; prints each result as soon as it is there. */
export async function runChecks(): Promise<CheckResult[]> {
  const results = await Promise.all(
    Object.entries(PARTS).map(async ([name, commands]) => {
      const result = await runPart(name, commands)
      console.log(`${result.passed ? '✓' : '✗'} ${name.padEnd(10)} ${result.seconds.toFixed(1)} s`)
      return result
    }),
  )
  for (const { name, passed, output } of results) {
    if (!passed) console.log(`\n── ${name} ──\n${output.trim()}`)
  }
  return results
}

async function runPart(name: string, commands: string[][]): Promise<CheckResult> {
  const start = performance.now()
  const runs = await Promise.all(commands.map((command) => runCommand(command)))
  return {
    name,
    passed: runs.every(({ code }) => code === 0),
    output: runs
      .filter(({ code }) => code !== 0)
      .map(({ output }) => output)
      .join('\n'),
    seconds: (performance.now() - start) / 1000,
  }
}

if (import.meta.main) {
  const results = await runChecks()
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
}
