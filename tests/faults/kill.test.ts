import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { listenSandbox, type ListeningSandbox } from '../../sandbox/server.ts'
import { startAppServer, type AppServer } from '../helpers/app-server.ts'
import { signUp, type Donor } from '../helpers/donor.ts'
import { freePort } from '../helpers/free-port.ts'

const ROUNDS = 5
const DONORS = 6

let sandbox: ListeningSandbox
let server: AppServer

beforeAll(async () => {
  const sandboxPort = await freePort()
  const stripe = { secretKey: 'sk_test_kill', webhookSecret: 'whsec_kill' }
  server = await startAppServer({
    PAYMENTS: 'test',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: `http://127.0.0.1:${sandboxPort}`,
  })
  sandbox = await listenSandbox({
    port: sandboxPort,
    stripe: { ...stripe, webhookUrl: `${server.url}/api/webhooks/stripe` },
    paypal: {
      clientId: 'none',
      clientSecret: 'none',
      webhookId: 'none',
      webhookUrl: `${server.url}/api/webhooks/paypal`,
    },
  })
})

afterAll(async () => {
  await server.stop()
  await sandbox.close()
})

test('a kill at any moment loses no acknowledged donation, and counts none twice', async () => {
  const donors = await Promise.all(Array.from({ length: DONORS }, () => signUp(server.url)))
  const acknowledged = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const stopped = new AbortController()
    const work = donors.map((donor) => donateUntil(stopped.signal, donor, acknowledged))
    await pause(200 + Math.random() * 800)
    await server.kill()
    stopped.abort()
    await Promise.all(work)
    await server.restart()
  }
  expect(acknowledged.size).toBeGreaterThan(ROUNDS)
  const shown = await readBoard(server.url)
  expect(new Set(shown).size).toBe(shown.length)
  expect(shown).toEqual(expect.arrayContaining([...acknowledged]))
}, 120_000)

/** Donates again and again; notes every donation that the server said is paid. */
async function donateUntil(
  stopped: AbortSignal,
  donor: Donor,
  acknowledged: Set<string>,
): Promise<void> {
  while (!stopped.aborted) {
    try {
      const { donation } = await donor.look(await donor.payByCard(500))
      if (donation !== null) acknowledged.add(donation.id)
    } catch (error) {
      // What was under way when the server died has failed, and a limit may be reached.
      if (!isCutOff(error) && !String(error).includes('429')) throw error
      await pause(50)
    }
  }
}

function isCutOff(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')
}

async function readBoard(url: string): Promise<string[]> {
  const ids: string[] = []
  let after = ''
  for (;;) {
    const answer = await fetch(`${url}/api/leaderboard?limit=500${after}`)
    const page = leaderboardPageSchema.parse(await answer.json())
    ids.push(...page.entries.map(({ id }) => id))
    if (page.next === null) return ids
    after = `&after=${page.next}`
  }
}
