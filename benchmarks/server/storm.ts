import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurable } from '#server/infra/database/sqlite/node-sqlite.ts'
import type { Figure } from '../figure.ts'
import { fillBoard } from '../fixtures/fill-board.ts'
import { prepareServer, type PreparedServer } from '../fixtures/prepared-server.ts'
import type { StormReport } from './storm-viewers.ts'

const FEWEST_VIEWERS = 2_000
const MOST_VIEWERS = 10_000
const VIEWERS_A_PROCESS = 2_500

/** The open files that a process needs besides its viewers. */
const OTHER_FILES = 500

const DONATIONS = 1_000

/** The donation that is made while the server is away. */
const MISSED = { id: 'd-missed', amountCents: 9_999_999 }

/**
 * Measures the return of all viewers after the server was killed and started again, while a donation
 * was made: the time until each has the right board, and what it costs the server.
 */
export async function measureStorm(): Promise<Figure[]> {
  const viewers = countViewers()
  const prepared = await prepareServer(1, () => 'open')
  const database = join(prepared.dataDir, 'royale.db')
  fillBoard(database, DONATIONS)
  const server = await prepared.start()
  const crowd = startCrowd(server.port, viewers)
  try {
    await Promise.all(crowd.map((child) => nextReport(child)))
    const returned = Promise.all(crowd.map((child) => nextReport(child)))
    const killedAt = Date.now()
    await server.kill()
    missDonation(database)
    const overflows = countOverflows()
    const reads = countReads(prepared)
    await server.restart(reads.environment)
    const readyAt = Date.now()
    const readsAtStart = reads.count()
    const reports = (await returned).filter((report) => report.kind === 'right')
    const lastAt = Math.max(...reports.map(({ at }) => at))
    return describe(viewers, {
      away: (readyAt - killedAt) / 1000,
      seconds: (lastAt - readyAt) / 1000,
      reads: reads.count() - readsAtStart,
      overflows: countOverflows() - overflows,
      slowestMs: Math.max(...reports.map(({ slowestMs }) => slowestMs)),
      attempts: reports.reduce((sum, { attempts }) => sum + attempts, 0),
    })
  } finally {
    for (const child of crowd) child.disconnect()
    await server.stop()
    await prepared.remove()
  }
}

/** Returns as many viewers as the server may have open files; Node itself raises them to the limit. */
function countViewers(): number {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }))
  // Without a limit this is not a number.
  const viewers = Math.min(MOST_VIEWERS, (limit || Infinity) - OTHER_FILES)
  if (viewers >= FEWEST_VIEWERS) return viewers
  throw new Error(`A storm needs ${FEWEST_VIEWERS + OTHER_FILES} open files, not ${limit}.`)
}

function startCrowd(port: number, viewers: number): ChildProcess[] {
  const crowd: ChildProcess[] = []
  for (let first = 0; first < viewers; first += VIEWERS_A_PROCESS) {
    const count = Math.min(VIEWERS_A_PROCESS, viewers - first)
    const parameters = [port, first, count, DONATIONS, MISSED.id].map(String)
    crowd.push(fork(join(import.meta.dirname, 'storm-viewers.ts'), parameters))
  }
  return crowd
}

function nextReport(child: ChildProcess): Promise<StormReport> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`The viewers ended with ${code}.`)))
  })
}

/** Adds a donation, which no stream can have announced, so that each viewer needs a new board. */
function missDonation(file: string): void {
  const version = DONATIONS + 1
  const connection = openDurable(file)
  connection.exec(`
    insert into donations
      (sequence, id, checkout_id, user_id, name, amount_cents, livemode, timestamp)
    values (${version}, '${MISSED.id}', 'c-missed', 'u', 'Ada', ${MISSED.amountCents}, 0, ${Date.now()});
    insert into board_changes
      (version, donation_id, name, timestamp, sequence, previous_amount_cents, amount_cents)
    values (${version}, '${MISSED.id}', 'Ada', ${Date.now()}, ${version}, null, ${MISSED.amountCents});
    update board_head set version = ${version};
  `)
  connection.close()
}

/** Returns what makes the server count its reads of the board, and their number so far. */
function countReads({ dataDir }: PreparedServer) {
  const file = join(dataDir, 'board-reads')
  writeFileSync(file, '')
  return {
    environment: {
      BOARD_READS: file,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'board-reads.mjs')}`,
    },
    count: () => statSync(file).size,
  }
}

/** Returns how many connections found the queue of a listening socket full, on this machine. */
function countOverflows(): number {
  const [names = '', values = ''] = readFileSync('/proc/net/netstat', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('TcpExt:'))
  return Number(values.split(' ')[names.split(' ').indexOf('ListenOverflows')])
}

interface Storm {
  away: number
  seconds: number
  reads: number
  overflows: number
  slowestMs: number
  attempts: number
}

function describe(
  viewers: number,
  { away, seconds, reads, overflows, slowestMs, attempts }: Storm,
): Figure[] {
  const name = `storm of ${viewers.toLocaleString('en')} viewers`
  return [
    { name: `${name}: from the kill until ready`, value: away, unit: 's' },
    {
      name: `${name}: from ready until each has the right board`,
      value: seconds,
      unit: 's',
      limit: { atMost: 6 },
    },
    {
      name: `${name}: reads of the board, of which one a second is usual`,
      value: reads,
      unit: '',
      limit: { atMost: 10 },
    },
    { name: `${name}: overflows of the accept queue`, value: overflows, unit: '' },
    { name: `${name}: slowest of the attempts that succeeded`, value: slowestMs / 1000, unit: 's' },
    { name: `${name}: attempts a viewer`, value: attempts / viewers, unit: '' },
  ]
}
