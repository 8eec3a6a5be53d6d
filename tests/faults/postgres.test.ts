import { afterAll, beforeAll, expect, test } from 'vitest'
import { openViewer } from '../helpers/live-viewer.ts'
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts'
import { readRefusal, signUpTo } from './fault-donor.ts'
import { openFaultWorld, type FaultWorld } from './fault-world.ts'

let postgres: TestPostgres
let world: FaultWorld

beforeAll(async () => {
  postgres = await startPostgres()
  world = await openFaultWorld({
    DATABASE_URL: await postgres.createDatabase('royale'),
    AUTH_SECRET: 'a secret that is long enough to be one',
  })
})

afterAll(async () => {
  await world.close()
  await postgres.stop()
})

test('while PostgreSQL is away nothing is taken for stored, and then all is well by itself', async () => {
  const donor = await signUpTo(world)
  await donor.look(await donor.payByCard(500))
  const orderId = await donor.approveByWallet(700)
  const viewer = await openViewer(`${world.server.url}/api/leaderboard/live`)
  const pid = world.server.pid()

  await postgres.pause()
  const capture = () =>
    donor.call(`/api/paypal/orders/${orderId}/capture`, { method: 'POST', body: '{}' })
  expect(await readRefusal(await capture())).toEqual({
    status: 503,
    code: 'unavailable',
    message: 'The server cannot reach its database right now. Please try again in a moment.',
    retryAfter: '5',
  })
  // The board is kept in memory.
  expect((await world.board()).total.amountCents).toBe(500)

  await postgres.resume()
  expect((await donor.capture(orderId)).donation?.amountCents).toBe(700)
  await donor.look(await donor.payByCard(900))
  expect(await world.quiet()).toEqual({ count: 3, amountCents: 2_100 })
  await expect.poll(() => viewer.events.at(-1)?.data.total.amountCents).toBe(2_100)
  expect(world.server.pid()).toBe(pid)
  viewer.leave()
})

test('a kill while PostgreSQL books a payment loses and doubles nothing', async () => {
  const before = await world.quiet()
  const donor = await signUpTo(world)
  const orderId = await donor.approveByWallet(800)
  const capture = donor.capture(orderId).catch(() => undefined)
  await world.server.kill()
  await capture
  await world.server.restart()
  await donor.capture(orderId)
  expect(await world.quiet()).toEqual({
    count: before.count + 1,
    amountCents: before.amountCents + 800,
  })
})
