import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BOARD_IDS, boardPath, type ChosenBoardId } from '#contract/boards.ts'
import { processorMicroseconds } from '../comparison/fan-out/process-time.ts'
import { quantile, type Figure } from '../figure.ts'
import { announce, countDonations } from '../fixtures/board-payer.ts'
import { fillBoard } from '../fixtures/fill-board.ts'
import { prepareServer, type PreparedServer } from '../fixtures/prepared-server.ts'
import { withInFlight } from '../fixtures/settle-load.ts'

const ONE: ChosenBoardId[] = ['donations-all-time']
/** All boards of donations and of donors, and those of teams over all time. */
const TEN = BOARD_IDS.filter((id) => !id.startsWith('team') || id.endsWith('all-time'))

const DONORS = 200_000
const SPAN_MS = 30 * 24 * 3_600_000
const ROUNDS = 3
const SETTLED_A_ROUND = 2_000
const IN_FLIGHT = 64

interface Measured {
  startSeconds: number
  /** The server's processor time from its start until all boards answer, s. */
  startProcessorSeconds: number
  settledPerSecond: number
  /** The server's processor time a settled donation, µs. */
  settledMicroseconds: number
}

/**
 * Measures the start of a server with ten boards beside one with a single board, and how fast each
 * settles: in turns, on the same database.
 */
export async function measureManyBoards(donations = 1_000_000): Promise<Figure[]> {
  const payments = SETTLED_A_ROUND * 2 * ROUNDS
  // Paid checkouts would be settled at the server's start.
  const prepared = await prepareServer(payments, () => 'open')
  fillBoard(join(prepared.dataDir, 'royale.db'), donations, {
    donors: DONORS,
    from: Date.now() - SPAN_MS,
    spacingMs: SPAN_MS / donations,
  })
  const refs = prepared.refs.values()
  const one: Measured[] = []
  const ten: Measured[] = []
  try {
    await (await prepared.start()).stop()
    for (let round = 0; round < ROUNDS; round += 1) {
      one.push(await measureBoards(prepared, ONE, refs.take(SETTLED_A_ROUND)))
      ten.push(await measureBoards(prepared, TEN, refs.take(SETTLED_A_ROUND)))
    }
  } finally {
    await prepared.remove()
  }
  const ratio = (read: (measured: Measured) => number) =>
    quantile(ten.map(read), 0.5) / quantile(one.map(read), 0.5)
  const of = `ten boards of ${donations.toLocaleString('en')} donations : one`
  return [
    toFigure(
      `${of}, start`,
      ratio(({ startSeconds }) => startSeconds),
      { atMost: 2 },
    ),
    toFigure(
      `${of}, start, processor time`,
      ratio(({ startProcessorSeconds }) => startProcessorSeconds),
    ),
    toFigure(
      `${of}, settled a second`,
      ratio(({ settledPerSecond }) => settledPerSecond),
      { atLeast: 0.8 },
    ),
    toFigure(
      `${of}, settled, processor time`,
      ratio(({ settledMicroseconds }) => settledMicroseconds),
    ),
  ]
}

function toFigure(name: string, value: number, limit?: Figure['limit']): Figure {
  return { name, value, unit: 'ratio', ...(limit && { limit }) }
}

async function measureBoards(
  prepared: PreparedServer,
  boards: readonly ChosenBoardId[],
  refs: Iterable<string>,
): Promise<Measured> {
  const campaign = join(prepared.dataDir, 'campaign.json')
  writeFileSync(campaign, JSON.stringify({ boards }))
  const startedAt = performance.now()
  const server = await prepared.start({ CAMPAIGN_FILE: campaign })
  for (const id of boards) await whenServed(`${server.url}${boardPath(id)}`)
  const startSeconds = (performance.now() - startedAt) / 1000
  const afterStart = processorMicroseconds(server.pid())
  const before = await countDonations(server.url)
  const list = [...refs]
  const settledAt = performance.now()
  await withInFlight(IN_FLIGHT, list, async (ref) => {
    prepared.decide(ref, 'paid')
    await announce(server.url, ref)
  })
  while ((await countDonations(server.url)) < before + list.length) await pause(20)
  const seconds = (performance.now() - settledAt) / 1000
  const settledMicroseconds = (processorMicroseconds(server.pid()) - afterStart) / list.length
  await server.stop()
  return {
    startSeconds,
    startProcessorSeconds: afterStart / 1e6,
    settledPerSecond: list.length / seconds,
    settledMicroseconds,
  }
}

async function whenServed(url: string): Promise<void> {
  while (!(await fetch(url)).ok) await pause(20)
}
