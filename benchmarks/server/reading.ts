import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '#tests/helpers/network/free-port.ts'
import type { Figure } from '../figure.ts'
import { fillBoard } from '../fixtures/fill-board.ts'
import { prepareServer } from '../fixtures/prepared-server.ts'
import { measureInTurns, type Source } from './request-cost.ts'

const DONATIONS = 100_000

/** Twice the mean distance of two donations. */
const SPACING_CENTS = 20

/**
 * Measures what one read costs the server beside the framework's hello-world, in processor time of
 * the server's process with all its threads: the client shares the machine.
 */
export async function measureReading(): Promise<Figure[]> {
  const prepared = await prepareServer(1, () => 'open')
  fillBoard(join(prepared.dataDir, 'royale.db'), DONATIONS)
  const server = await prepared.start()
  const hello = await startHelloWorld()
  try {
    const board = { pid: server.pid(), url: `http://127.0.0.1:${server.port}/api/leaderboard` }
    const page = { pid: server.pid(), url: `http://127.0.0.1:${server.port}/` }
    const [high, low, deep] = await findAmounts(board.url)
    const rank = (amountCents: number | undefined) => ({
      pid: server.pid(),
      url: `${board.url}/rank?amountCents=${amountCents}`,
    })
    // Each request passes another row, which nobody has asked for.
    let other = deep ?? 0
    const others = { pid: server.pid(), url: () => rank((other -= SPACING_CENTS)).url }
    const sources = [hello, board, page, rank(high), rank(low), rank(deep), others]
    const [bare = 0, ofBoard = 0, ofPage = 0, inWindow = 0, below = 0, far = 0, ofOthers = 0] =
      await measureInTurns(sources)
    return [
      { name: "framework's hello-world, processor time a request", value: bare, unit: 'µs' },
      toFigure('GET /api/leaderboard', bare / ofBoard),
      toFigure('GET /', bare / ofPage),
      toRankFigure('just below the first 1,000', below / inWindow),
      toRankFigure('in the midst of 100,000', far / inWindow),
      toRankFigure('there, another one each time', ofOthers / inWindow),
    ]
  } finally {
    hello.stop()
    await server.stop()
    await prepared.remove()
  }
}

function toFigure(route: string, value: number): Figure {
  const name = `hello-world : ${route}, processor time`
  return { name, value, unit: 'ratio', limit: { atLeast: 0.3 } }
}

function toRankFigure(where: string, value: number): Figure {
  const name = `rank ${where} : among the first 100, processor time of the request`
  return { name, value, unit: 'ratio', limit: { atMost: 2 } }
}

const pageSchema = z.object({ entries: z.array(z.object({ amountCents: z.int() })) })

/** Returns amounts among the first 100 rows, just below the window of 1,000, and in the midst. */
async function findAmounts(url: string): Promise<number[]> {
  const [first, window] = [50, 1_100]
  const amounts: number[] = []
  let after = ''
  while (amounts.length < window) {
    const page: unknown = await (await fetch(`${url}?limit=500${after}`)).json()
    amounts.push(...pageSchema.parse(page).entries.map(({ amountCents }) => amountCents))
    after = `&after=${encodeURIComponent(z.object({ next: z.string() }).parse(page).next)}`
  }
  const below = amounts[window - 1] ?? 0
  return [amounts[first] ?? 0, below, Math.round(below / 2)]
}

async function startHelloWorld(): Promise<Source & { stop: () => void }> {
  const port = await freePort()
  const program = join(import.meta.dirname, '../fixtures/hello-world-server.ts')
  const child = spawn(process.execPath, ['--max-semi-space-size=16', program, `${port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const { pid } = child
  if (pid === undefined) throw new Error('The hello-world server did not start.')
  return { pid, url: `http://127.0.0.1:${port}/`, stop: () => void child.kill() }
}
