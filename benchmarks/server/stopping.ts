import { setTimeout as pause } from 'node:timers/promises'
import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import type { AppServer } from '#tests/helpers/server/app-server.ts'
import { announce } from '../fixtures/board-payer.ts'
import type { Figure } from '../figure.ts'
import { prepareServer, type PreparedServer } from '../fixtures/prepared-server.ts'
import { gatherCrowd } from '../fixtures/viewers.ts'

const VIEWERS = 1_000
const WEBHOOKS_PER_SECOND = 200
const LOAD_MS = 5_000
const SETTLING_MS = 120_000

/** Enough that they last until the server is away. */
const PAYMENTS = 10_000

/**
 * Measures the time from SIGTERM to the end of the process while 1,000 people watch and 200 webhooks
 * a second arrive, and counts the payments among those acknowledged that the next start lacks.
 */
export async function measureStopping(): Promise<Figure[]> {
  const prepared = await prepareServer(PAYMENTS, () => 'open')
  const server = await prepared.start()
  try {
    const crowd = await gatherCrowd(server.port, VIEWERS)
    const load = payUntilAway(prepared, server.url)
    await pause(LOAD_MS)
    const startedAt = performance.now()
    const ended = server.ended()
    process.kill(server.pid(), 'SIGTERM')
    await ended
    const seconds = (performance.now() - startedAt) / 1000
    const acknowledged = await load
    crowd.leave()
    await server.restart()
    return [
      { name: 'stop under load', value: seconds, unit: 's', limit: { atMost: 10 } },
      { name: 'webhooks acknowledged until then', value: acknowledged, unit: '' },
      {
        name: 'of these lost after the next start',
        value: acknowledged - (await countUntilSettled(server, acknowledged)),
        unit: '',
        limit: { atMost: 0 },
      },
    ]
  } finally {
    await server.stop()
    await prepared.remove()
  }
}

/** Sends webhooks at the rate until the server is away; returns how many it acknowledged. */
async function payUntilAway(prepared: PreparedServer, url: string): Promise<number> {
  const startedAt = performance.now()
  const sent: Promise<boolean>[] = []
  const away = new AbortController()
  for (const ref of prepared.refs) {
    if (away.signal.aborted) break
    const dueAt = startedAt + (sent.length * 1000) / WEBHOOKS_PER_SECOND
    await pause(Math.max(0, dueAt - performance.now()))
    prepared.decide(ref, 'paid')
    sent.push(
      announce(url, ref).then(
        () => true,
        () => {
          away.abort()
          return false
        },
      ),
    )
  }
  return (await Promise.all(sent)).filter(Boolean).length
}

/** Waits until the board has that many donations, or a time has passed; returns how many it has. */
async function countUntilSettled(server: AppServer, wanted: number): Promise<number> {
  const deadline = performance.now() + SETTLING_MS
  for (;;) {
    const answer = await fetch(`${server.url}/api/leaderboard?limit=1`)
    const { total } = leaderboardPageSchema.pick({ total: true }).parse(await answer.json())
    if (total.count >= wanted || performance.now() > deadline) return Math.min(total.count, wanted)
    await pause(100)
  }
}
