import { afterAll, beforeAll, expect, test } from 'vitest'
import { openViewer } from '../helpers/live/live-viewer.ts'
import { startPostgres, type TestPostgres } from '../helpers/databases/postgres.ts'
import { readRefusal, signUpFaultDonor } from './fault-donor.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'

let postgres: TestPostgres
let harness: FaultHarness

beforeAll(async () => {
  postgres = await startPostgres()
  harness = await openFaultHarness({
    DATABASE_URL: await postgres.createDatabase('royale'),
    AUTH_SECRET: 'a secret that is long enough to be one',
  })
})

afterAll(async () => {
  await harness.close()
  await postgres.stop()
})

test('while PostgreSQL is away nothing is acknowledged, and afterwards the server recovers by itself', async () => {
  const donor = await signUpFaultDonor(harness)
  await donor.fetchCheckout(await donor.payByCard(500))
  const orderId = await donor.approveUnreported(700)
  const viewer = await openViewer(`${harness.server.url}/api/leaderboard/live`)
  const pid = harness.server.pid()

  await postgres.pause()
  const capture = () =>
    donor.call(`/api/paypal/orders/${orderId}/capture`, { method: 'POST', body: '{}' })
  expect(await readRefusal(await capture())).toEqual({
    status: 503,
    code: 'unavailable',
    message: 'The server cannot reach its database right now. Please try again in a moment.',
    retryAfter: '5',
  })
  // The server keeps the board in memory.
  expect((await harness.fetchBoard()).total.amountCents).toBe(500)

  await postgres.resume()
  expect((await donor.capture(orderId)).donation?.amountCents).toBe(700)
  await donor.fetchCheckout(await donor.payByCard(900))
  expect(await harness.waitUntilConsistent()).toEqual({ count: 3, amountCents: 2_100 })
  await expect.poll(() => viewer.events.at(-1)?.data.total.amountCents).toBe(2_100)
  expect(harness.server.pid()).toBe(pid)
  viewer.leave()
})

test('a kill while PostgreSQL books a payment loses and doubles nothing', async () => {
  const before = await harness.waitUntilConsistent()
  const donor = await signUpFaultDonor(harness)
  const orderId = await donor.approveUnreported(800)
  const capture = donor.capture(orderId).catch(() => undefined)
  await harness.server.kill()
  await capture
  await harness.server.restart()
  await donor.capture(orderId)
  expect(await harness.waitUntilConsistent()).toEqual({
    count: before.count + 1,
    amountCents: before.amountCents + 800,
  })
})
