import { setTimeout as pause } from 'node:timers/promises'
import { startRedis, stopRedis } from '#tests/helpers/databases/redis.ts'
import { freePort } from '#tests/helpers/network/free-port.ts'
import { startAppServer, type AppServer } from '#tests/helpers/server/app-server.ts'
import { signUp } from '#tests/helpers/server/donor.ts'
import { callControl, openProviders, providerEnvironment } from '#tests/faults/fault-harness.ts'
import { quantile, type Figure } from '../figure.ts'
import { gatherCrowd } from '../fixtures/viewers.ts'
import { startSyncedPostgres } from '../fixtures/synced-postgres.ts'

const VIEWERS = 100
const DONATIONS = 40
/** One account may begin 20 payments before it needs a proof of work. */
const DONATIONS_OF_DONOR = 15

/**
 * Measures the time from the response that says 'paid' at one node, after the commit, to the frame
 * at the viewers of another, with Redis and without.
 */
export async function measureNodes(): Promise<Figure[]> {
  const postgres = await startSyncedPostgres()
  const redisPort = await freePort()
  const redis = await startRedis(redisPort)
  try {
    const measure = async (name: string, redisUrl?: string) =>
      measureBetween({ databaseUrl: await postgres.createDatabase(name), redisUrl })
    const withRedis = await measure('with_redis', `redis://127.0.0.1:${redisPort}`)
    return [
      ...toFigures('with Redis', withRedis, 100),
      ...toFigures('without', await measure('without_redis'), 1_000),
    ]
  } finally {
    await stopRedis(redis)
    await postgres.stop()
  }
}

function toFigures(how: string, latencies: readonly number[], atMost: number): Figure[] {
  const name = `acknowledged at one node to frame at another, ${how}`
  return [
    { name: `${name}, median`, value: quantile(latencies, 0.5), unit: 'ms' },
    { name: `${name}, p99`, value: quantile(latencies, 0.99), unit: 'ms', limit: { atMost } },
  ]
}

async function measureBetween(options: {
  databaseUrl: string
  redisUrl: string | undefined
}): Promise<number[]> {
  const sandboxPort = await freePort()
  const providersUrl = `http://127.0.0.1:${sandboxPort}`
  const start = () =>
    startAppServer({
      ...providerEnvironment(providersUrl),
      LOG_LEVEL: 'warn',
      AUTH_SECRET: 'a secret of thirty-two characters or more',
      DATABASE_URL: options.databaseUrl,
      REDIS_URL: options.redisUrl,
    })
  const [here, there] = [await start(), await start()]
  const sandbox = await openProviders(sandboxPort, here.url)
  try {
    // The donor's request alone commits the donation, at the first node.
    await callControl(providersUrl, '/webhook-faults', { drop: true })
    return await donateAndWatch(here, there)
  } finally {
    await here.stop()
    await there.stop()
    await sandbox.close()
  }
}

async function donateAndWatch(here: AppServer, there: AppServer): Promise<number[]> {
  const crowd = await gatherCrowd(there.port, VIEWERS)
  const latencies: number[] = []
  let donor = await signUp(here.url)
  for (let count = 0; count < DONATIONS; count += 1) {
    if (count % DONATIONS_OF_DONOR === 0) donor = await signUp(here.url)
    const amountCents = 50_000 + count
    const arrivals = crowd.arrivalsOf(`"amountCents":${amountCents}`)
    const checkout = await donor.payByCard(amountCents)
    while ((await donor.fetchCheckout(checkout)).donation === null) await pause(5)
    const acknowledged = performance.now()
    for (const arrival of await arrivals) latencies.push(Math.max(0, arrival - acknowledged))
    // Out of step with the polls of the other node.
    await pause(150 + Math.random() * 500)
  }
  crowd.leave()
  return latencies
}
