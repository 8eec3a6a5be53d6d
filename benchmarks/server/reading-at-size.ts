import { join } from 'node:path'
import { z } from 'zod'
import type { Figure } from '../figure.ts'
import { fillBoard } from '../fixtures/fill-board.ts'
import { prepareServer } from '../fixtures/prepared-server.ts'
import { measureInTurns, type Source } from './request-cost.ts'

const SMALL = 100_000

/** The rows that are read before the last page: more than the server keeps at hand. */
const FAR_ROWS = 5_000

/**
 * Measures what each read of the board costs a server with many donations, beside one with 100,000,
 * in processor time: both run at once, and are asked in turns.
 */
export async function measureReadingAtSize(donations = 10_000_000): Promise<Figure[]> {
  const small = await startServer(SMALL)
  const large = await startServer(donations)
  try {
    const ofSmall = await listReads(small)
    const ofLarge = await listReads(large)
    const names = [...ofSmall.keys()]
    const costs = await measureInTurns([...ofSmall.values(), ...ofLarge.values()])
    return names.map((name, index) => ({
      name: `${name}, ${donations.toLocaleString('en')} : 100,000 donations, processor time`,
      value: (costs[names.length + index] ?? Number.NaN) / (costs[index] ?? Number.NaN),
      unit: 'ratio',
      limit: { atMost: 2 },
    }))
  } finally {
    await small.stop()
    await large.stop()
  }
}

interface Served {
  pid: number
  url: string
  stop: () => Promise<void>
}

async function startServer(donations: number): Promise<Served> {
  const prepared = await prepareServer(1, () => 'open')
  fillBoard(join(prepared.dataDir, 'royale.db'), donations)
  const server = await prepared.start()
  const stop = async () => {
    await server.stop()
    await prepared.remove()
  }
  return { pid: server.pid(), url: `http://127.0.0.1:${server.port}`, stop }
}

/** Returns the reads of a board by what they are; those of ranks have amounts of its own rows. */
async function listReads({ pid, url }: Served): Promise<Map<string, Source>> {
  const board = `${url}/api/leaderboard`
  const { amounts, next } = await readRows(board)
  const rank = (amountCents = 0) => `${board}/rank?amountCents=${amountCents}`
  const last = amounts.at(-1) ?? 0
  const reads = {
    'the document': `${url}/`,
    'the first page': board,
    'the page behind 5,000 rows': `${board}?after=${encodeURIComponent(next)}`,
    'a rank among the first 100': rank(amounts[50]),
    'a rank just below 5,000 rows': rank(last - 1),
    'a rank in the midst': rank(Math.round(last / 2)),
    'a rank with its targets': `${rank(Math.round(last / 2))}&positions=100,10,3,1`,
  }
  return new Map(Object.entries(reads).map(([name, address]) => [name, { pid, url: address }]))
}

const pageSchema = z.object({
  entries: z.array(z.object({ amountCents: z.int() })),
  next: z.string(),
})

async function readRows(url: string): Promise<{ amounts: number[]; next: string }> {
  const amounts: number[] = []
  let next = ''
  while (amounts.length < FAR_ROWS) {
    const after = next === '' ? '' : `&after=${encodeURIComponent(next)}`
    const page = pageSchema.parse(await (await fetch(`${url}?limit=500${after}`)).json())
    amounts.push(...page.entries.map(({ amountCents }) => amountCents))
    next = page.next
  }
  return { amounts, next }
}
