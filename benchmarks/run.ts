import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_VARIABLE } from '#tests/helpers/server/program.ts'
import { isKept, type Figure } from './figure.ts'

type Subjects = Record<string, () => Promise<Figure[]>>

/** The subjects; they run one after another, because they share the machine. */
const SUBJECTS: Subjects = {
  page: async () => (await import('./page/page-weight.ts')).measurePageWeight(),
  sky: async () => (await import('./page/sky.ts')).measureSky(),
  board: async () => (await import('./page/board-in-browser.ts')).measureBoard(),
  lighthouse: async () => (await import('./page/lighthouse.ts')).measureLighthouse(),
  donating: async () => (await import('./server/donating.ts')).measureDonating(),
  settling: async () => (await import('./server/settling.ts')).measureSettling(),
  ranking: async () => (await import('./server/ranking.ts')).measureRanking(),
  reading: async () => (await import('./server/reading.ts')).measureReading(),
  host: async () => (await import('./server/host-donations.ts')).measureHostDonations(),
  'host-postgres': async () => (await import('./server/host-donations.ts')).measureHostOnPostgres(),
  live: async () => (await import('./server/live-latency.ts')).measureLiveLatency(),
  nodes: async () => (await import('./server/nodes.ts')).measureNodes(),
  publication: async () =>
    (await import('./server/publication-latency.ts')).measurePublicationLatency(),
  consoles: async () => (await import('./server/console-latency.ts')).measureConsoleLatency(),
  memory: async () => (await import('./server/memory.ts')).measureMemory(),
  attacks: async () => (await import('./server/attacks.ts')).measureAttacks(),
  webhooks: async () => (await import('./server/webhooks.ts')).measureWebhooks(),
  reconciling: async () => (await import('./server/reconciling.ts')).measureReconciling(),
  'copy-database': async () => (await import('./server/copy-database.ts')).measureCopyDatabase(),
  start: async () => (await import('./server/start.ts')).measureStart(),
  'many-boards': async () => (await import('./server/many-boards.ts')).measureManyBoards(),
  stopping: async () => (await import('./server/stopping.ts')).measureStopping(),
  upgrade: async () => (await import('./server/upgrade.ts')).measureUpgrade(),
  storm: async () => (await import('./server/storm.ts')).measureStorm(),
  relays: async () => (await import('./simulation/relays.ts')).simulateRelays(),
  'slow-disk': async () => (await import('./server/slow-disk.ts')).measureSlowDisk(),
}

/** Subjects that take minutes or install other software, and run only if they are asked for. */
const ON_REQUEST: Subjects = {
  'reading-at-size': async () =>
    (await import('./server/reading-at-size.ts')).measureReadingAtSize(),
  peers: async () => (await import('./comparison/peers.ts')).measurePeers(),
}

/** Small versions of the subjects that matter, a few seconds each: `--quick`. */
const QUICK: Subjects = {
  page: async () => (await import('./page/page-weight.ts')).measurePageWeight(),
  start: async () => (await import('./server/start.ts')).measureStart(50_000),
  donating: async () => (await import('./server/donating.ts')).measureDonatingOnSqlite(500),
  settling: async () => (await import('./server/settling.ts')).measureSettling(3_000),
  ranking: async () => (await import('./server/ranking.ts')).measureRanking(50_000),
  live: async () => (await import('./server/live-latency.ts')).measureLiveLatency(200, 10),
  memory: async () => (await import('./server/memory.ts')).measureMemory(1_000, 5_000),
}

const asked = process.argv.slice(2).filter((name) => name !== '--quick')
const isQuick = process.argv.includes('--quick')
const onRequest = asked.length > 0 ? ON_REQUEST : {}
const offered = isQuick ? QUICK : { ...SUBJECTS, ...onRequest }
const unknown = asked.filter((name) => !Object.hasOwn(offered, name))
if (unknown.length > 0) {
  const names = Object.keys(isQuick ? QUICK : { ...SUBJECTS, ...ON_REQUEST }).join(', ')
  console.error(`Nothing here measures ${unknown.join(', ')}. The subjects are: ${names}.`)
  process.exit(2)
}
// The servers are what a host runs: the compiled program.
const programs = mkdtempSync(join(tmpdir(), 'royale-bench-'))
process.env[PROGRAM_VARIABLE] = programs
process.once('exit', () => rmSync(programs, { recursive: true }))
const figures: Figure[] = []
for (const [name, measure] of Object.entries(offered)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.error(`measuring ${name} …`)
  figures.push(...(await measure()))
}

console.table(
  Object.fromEntries(
    figures.map((figure) => [
      figure.name,
      {
        value: Number(figure.value.toPrecision(4)),
        unit: figure.unit,
        promised: describeLimit(figure),
        kept: isKept(figure) ? 'yes' : 'NO',
      },
    ]),
  ),
)
for (const figure of figures) console.log(JSON.stringify(figure))

function describeLimit({ limit }: Figure): string {
  if (limit === undefined) return ''
  return 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`
}
