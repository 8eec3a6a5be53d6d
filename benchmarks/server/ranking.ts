import { join } from 'node:path'
import { pino } from 'pino'
import { createLeaderboard, type Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { openProductDatabase } from '../fixtures/product-database.ts'
import { fillBoard } from '../fixtures/fill-board.ts'
import { quantile, type Figure } from '../figure.ts'
import { secondsOf } from '../fixtures/settle-load.ts'

const SMALL = 1_000
const RANKS = 200_000
const DEEP_RANKS = 2_000
const PAGES = 400
const PAGE_ROWS = 100
const DEEPEST_PAGE = 1_000

/** The rank targets that the page asks for. */
const RANK_TARGETS = [10, 3, 1]

interface Costs {
  startSeconds: number
  rankNanoseconds: number
  deepRankMicroseconds: number
  firstPageMicroseconds: number
  deepPageMicroseconds: number
}

/** Measures ranks and pages of a large board beside those of a small one. */
export async function measureRanking(donations = 1_000_000): Promise<Figure[]> {
  const deepPage = Math.min(DEEPEST_PAGE, Math.floor(donations / PAGE_ROWS))
  const many = donations.toLocaleString('en')
  const small = await measureBoard(SMALL)
  const large = await measureBoard(donations)
  return [
    { name: `rank at ${many}`, value: large.rankNanoseconds, unit: 'ns' },
    {
      name: `rank at ${many} : at 1,000`,
      value: large.rankNanoseconds / small.rankNanoseconds,
      unit: 'ratio',
      limit: { atMost: 2 },
    },
    { name: `rank anywhere at ${many}`, value: large.deepRankMicroseconds, unit: 'µs' },
    { name: `first page at ${many}`, value: large.firstPageMicroseconds, unit: 'µs' },
    {
      name: `first page at ${many} : at 1,000`,
      value: large.firstPageMicroseconds / small.firstPageMicroseconds,
      unit: 'ratio',
      limit: { atMost: 2 },
    },
    {
      name: `page ${deepPage.toLocaleString('en')} of ${many}`,
      value: large.deepPageMicroseconds,
      unit: 'µs',
    },
    {
      name: `board of ${many} loaded`,
      value: large.startSeconds,
      unit: 's',
      limit: { atMost: 2 },
    },
  ]
}

async function measureBoard(donations: number): Promise<Costs> {
  const database = await openProductDatabase()
  try {
    fillBoard(join(database.dataDir, 'royale.db'), donations)
    const leaderboard = createLeaderboard({
      database,
      payments: 'sandbox',
      logger: pino({ level: 'silent' }),
    })
    const startSeconds = await secondsOf(() => leaderboard.start())
    const costs = {
      startSeconds,
      rankNanoseconds: await timeRanks(leaderboard),
      deepRankMicroseconds: await timeDeepRanks(leaderboard),
      firstPageMicroseconds: await timePages(leaderboard, undefined),
      deepPageMicroseconds: await timePages(
        leaderboard,
        await cursorOfPage(leaderboard, DEEPEST_PAGE),
      ),
    }
    await leaderboard.close()
    return costs
  } finally {
    await database.close()
  }
}

/**
 * Measures ranks among the highest rows, which are in memory, with the rank targets, as the page
 * asks for them.
 */
async function timeRanks(leaderboard: Leaderboard): Promise<number> {
  let sum = 0
  const seconds = await secondsOf(async () => {
    for (let count = 0; count < RANKS; count += 1) {
      const amountCents = 999_200 + ((count * 104_729) % 800)
      sum += (await leaderboard.rank({ amountCents, positions: RANK_TARGETS })).position
    }
  })
  if (sum === 0) throw new Error('Nothing was ranked.')
  return (seconds * 1e9) / RANKS
}

/** Measures ranks anywhere on the board; the passed donors are mostly read from the database. */
async function timeDeepRanks(leaderboard: Leaderboard): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < DEEP_RANKS; count += 1) {
    const amountCents = 100 + ((count * 104_729) % 999_900)
    times.push(await secondsOf(() => leaderboard.rank({ amountCents, positions: RANK_TARGETS })))
  }
  return quantile(times, 0.5) * 1e6
}

async function timePages(leaderboard: Leaderboard, after: string | undefined): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < PAGES; count += 1) {
    times.push(await secondsOf(() => leaderboard.page({ limit: PAGE_ROWS, after })))
  }
  return quantile(times, 0.5) * 1e6
}

async function cursorOfPage(leaderboard: Leaderboard, page: number): Promise<string | undefined> {
  let after: string | undefined
  for (let count = 0; count < page; count += 1) {
    const { next } = await leaderboard.page({ limit: PAGE_ROWS, after })
    if (next === null) break
    after = next
  }
  return after
}
