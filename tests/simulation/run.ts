import { parseArgs } from 'node:util'
import { prepareTemplate } from './server/database.ts'
import { simulate, type RunReport } from './simulate.ts'
import { addTally, type Tally } from './world/trace.ts'

const PROGRESS_EVERY_MS = 5_000
const TRACES_SHOWN = 3
const LINES_SHOWN = 60

const { values } = parseArgs({
  options: {
    /** One seed to run, with its whole trace. */
    seed: { type: 'string' },
    runs: { type: 'string', default: '500' },
    /** The first of several seeds. */
    from: { type: 'string', default: '1' },
  },
})

await prepareTemplate()
process.exitCode =
  values.seed === undefined
    ? await runMany(toCount('from', values.from), toCount('runs', values.runs))
    : await replay(toCount('seed', values.seed))

function toCount(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`--${option} must be a whole number, not "${text}".`)
}

async function replay(seed: number): Promise<number> {
  const report = await simulate(seed)
  print(...report.trace.lines, ...sumUp(report.trace.tally))
  print(report.violations.length === 0 ? `seed ${seed}: everything is as it must be` : '')
  print(...report.violations.map((violation) => `✗ ${violation}`))
  return report.violations.length === 0 ? 0 : 1
}

async function runMany(from: number, runs: number): Promise<number> {
  const start = performance.now()
  const tally: Tally = {}
  const failed: number[] = []
  let toldAt = start
  for (let run = 0; run < runs; run += 1) {
    const report = await simulate(from + run)
    addTally(tally, report.trace.tally)
    if (report.violations.length > 0) {
      failed.push(report.seed)
      if (failed.length <= TRACES_SHOWN) showFailure(report)
      else print(`seed ${report.seed} fails: ${report.violations[0]}`)
    }
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) continue
    toldAt = performance.now()
    print(`${run + 1} runs, ${perSecond(run + 1, start)}, ${failed.length} failed`)
  }
  print(...sumUp(tally))
  const outcome = failed.length === 0 ? 'none failed' : `failed: seeds ${failed.join(', ')}`
  print(`${runs} runs from seed ${from}, ${perSecond(runs, start)}: ${outcome}`)
  return failed.length === 0 ? 0 : 1
}

function showFailure({ seed, violations, trace }: RunReport): void {
  const left = trace.lines.length - LINES_SHOWN
  print(
    ``,
    `seed ${seed} fails; replay it with: npm run simulate -- --seed ${seed}`,
    ...violations.map((violation) => `✗ ${violation}`),
    left > 0 ? `  … ${left} lines before these` : '',
    ...trace.lines.slice(-LINES_SHOWN).map((line) => `  ${line}`),
    ``,
  )
}

/** Returns one line per kind of count, each with its most frequent members first. */
function sumUp(tally: Tally): string[] {
  return Object.entries(tally).map(([kind, counts]) => {
    const sorted = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
    const sum = sorted.reduce((total, [, count]) => total + count, 0)
    return `${kind}: ${sum} (${sorted.map(([what, count]) => `${what} ${count}`).join(', ')})`
  })
}

function perSecond(runs: number, start: number): string {
  return `${((runs * 1000) / (performance.now() - start)).toFixed(1)} runs/s`
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
