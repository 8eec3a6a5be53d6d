import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { pino } from 'pino'
import { createLeaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { startPostgres } from '#tests/helpers/databases/postgres.ts'
import { freePort } from '#tests/helpers/network/free-port.ts'
import { fillBoard } from '../fixtures/fill-board.ts'
import { openProductDatabase } from '../fixtures/product-database.ts'
import { secondsOf } from '../fixtures/settle-load.ts'
import { quantile, type Figure } from '../figure.ts'

const DONATIONS = 1_000_000
const ROUNDS = 5
const RANKS_A_ROUND = 20

/** The amounts of `fillBoard`. */
const AMOUNT = { least: 100, spread: 999_900, step: 7_919 }

/** The amounts whose ranks are asked for: of the first thousand, which are in memory, and of any. */
const RANGES = {
  'among the first 800': { from: 999_200, spread: 800 },
  anywhere: { from: AMOUNT.least, spread: AMOUNT.spread },
}

type Range = keyof typeof RANGES

interface Ranking {
  /** Returns how many donations are higher than the amount. */
  countHigher(amountCents: number): Promise<number>
  stop(): Promise<void>
}

/** Compares the rank of an amount among a million donations: ours, Redis's and PostgreSQL's. */
export async function compareRanks(): Promise<Figure[]> {
  const rankings = new Map([['ours', await openOwn()]])
  try {
    if (spawnSync('redis-server', ['--version']).status === 0) {
      rankings.set("Redis's ZCOUNT", await openRedis())
    } else console.error('Redis is left out, because it is not installed.')
    rankings.set("PostgreSQL's count with an index", await openPostgres())
    return [
      ...toFigures(await timeInTurns(rankings, 'among the first 800'), 'among the first 800'),
      ...toFigures(await timeInTurns(rankings, 'anywhere'), 'anywhere'),
    ]
  } finally {
    for (const { stop } of rankings.values()) await stop()
  }
}

async function timeInTurns(
  rankings: ReadonlyMap<string, Ranking>,
  range: Range,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>([...rankings.keys()].map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    const counts = new Set<number>()
    const amounts = Array.from({ length: RANKS_A_ROUND }, (_, index) =>
      amountOf(range, round, index),
    )
    for (const [name, ranking] of rankings) {
      const { seconds, sum } = await timeRound(ranking, amounts)
      times.get(name)?.push(seconds)
      counts.add(sum)
    }
    if (counts.size > 1) throw new Error(`The ranks differ: ${[...counts].join()}`)
  }
  return times
}

function amountOf(range: Range, round: number, index: number): number {
  const { from, spread } = RANGES[range]
  return from + (((round * RANKS_A_ROUND + index) * 104_729) % spread)
}

/** Returns the median time of a rank, and the sum of all. */
async function timeRound(ranking: Ranking, amounts: readonly number[]) {
  const times: number[] = []
  let sum = 0
  for (const amountCents of amounts) {
    const seconds = await secondsOf(async () => {
      sum += await ranking.countHigher(amountCents)
    })
    times.push(seconds)
  }
  return { seconds: quantile(times, 0.5), sum }
}

function toFigures(times: ReadonlyMap<string, number[]>, range: Range): Figure[] {
  const ours = times.get('ours') ?? []
  return [...times].flatMap(([name, theirs]): Figure[] => {
    const own: Figure = {
      name: `rank ${range} of 1,000,000, ${name}`,
      value: quantile(theirs, 0.5) * 1e6,
      unit: 'µs',
    }
    if (theirs === ours) return [own]
    const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
    const value = quantile(ratios, 0.5)
    return [own, { name: `rank ${range}, ours : ${name}`, value, unit: 'ratio' }]
  })
}

/** Opens our own board; its quote also reads the name of the donor who would be passed. */
async function openOwn(): Promise<Ranking> {
  const database = await openProductDatabase()
  fillBoard(join(database.dataDir, 'royale.db'), DONATIONS)
  const leaderboard = createLeaderboard({
    database,
    payments: 'sandbox',
    logger: pino({ level: 'silent' }),
  })
  await leaderboard.start()
  return {
    // A donation of an amount ranks behind those of the same amount.
    countHigher: async (amountCents) =>
      (await leaderboard.rank({ amountCents: amountCents + 1, positions: [] })).position - 1,
    stop: async () => {
      await leaderboard.close()
      await database.close()
    },
  }
}

const FILL_REDIS = `for n = 1, tonumber(ARGV[1]) do
  redis.call('ZADD', KEYS[1], ARGV[2] + (n * ARGV[3]) % ARGV[4], 'd' .. n)
end`

async function openRedis(): Promise<Ranking> {
  const port = await freePort()
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', options, { stdio: 'ignore' })
  process.once('exit', () => server.kill('SIGKILL'))
  const redis = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 50 })
  // It tries until the server listens.
  redis.on('error', () => {})
  const { least, step, spread } = AMOUNT
  await redis.eval(FILL_REDIS, 1, 'board', DONATIONS, least, step, spread)
  return {
    countHigher: (amountCents) => redis.zcount('board', `(${amountCents}`, '+inf'),
    stop: async () => {
      redis.disconnect()
      await kill(server)
    },
  }
}

async function kill(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}

async function openPostgres(): Promise<Ranking> {
  const postgres = await startPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { least, step, spread } = AMOUNT
  await client.query('create table board (amount_cents integer not null)')
  await client.query(
    `insert into board select ${least} + (n::bigint * ${step}) % ${spread}
     from generate_series(1, ${DONATIONS}) as n`,
  )
  await client.query('create index on board (amount_cents)')
  await client.query('vacuum analyze board')
  return {
    countHigher: async (amountCents) => {
      const { rows } = await client.query<{ count: string }>({
        name: 'count',
        text: 'select count(*) from board where amount_cents > $1',
        values: [amountCents],
      })
      return Number(rows[0]?.count)
    },
    stop: async () => {
      await client.end()
      await postgres.stop()
    },
  }
}
