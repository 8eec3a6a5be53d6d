import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openViewer } from '../helpers/live-viewer.ts'
import type { FaultOrder } from './fault-order.ts'
import { isCutOff, readRefusal, signUpTo, type FaultDonor } from './fault-donor.ts'
import { openFaultWorld, type FaultWorld } from './fault-world.ts'

let world: FaultWorld
let donor: FaultDonor

beforeAll(async () => {
  world = await openFaultWorld()
  donor = await signUpTo(world)
})

afterAll(() => world.close())

afterEach(() => world.mend())

const begin = (): Promise<Response> =>
  donor.call('/api/create-checkout-session', { method: 'POST', body: '{"amountCents":500}' })

const askAccounts = (path: 'sign-up' | 'sign-in', name: string): Promise<Response> =>
  fetch(`${world.server.url}/api/auth/${path}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.server.url },
    body: JSON.stringify({ email: `${name}@donor.example`, password: 'a long password', name: '' }),
  })

/** Each way in which SQLite refuses for a while, and when: https://sqlite.org/rescode.html. */
const REFUSALS: Record<string, FailOrder> = {
  'the disk is full': fail('commit', 13, 'database or disk is full'),
  'the disk has become read-only': fail(
    'begin immediate',
    8,
    'attempt to write a readonly database',
  ),
  'another program holds the database': fail('begin immediate', 5, 'database is locked'),
  'the disk cannot be read': fail('begin immediate', 266, 'disk I/O error'),
}

type FailOrder = Extract<FaultOrder, { fault: 'fail' }>

function fail(at: FailOrder['at'], errcode: number, message: string): FailOrder {
  return { fault: 'fail', at, errcode, message }
}

const CANNOT_SAVE = {
  status: 503,
  code: 'unavailable',
  message: 'The server cannot save anything right now. Please try again in a moment.',
  retryAfter: '5',
}

describe.each(Object.entries(REFUSALS))('while %s', (_name, order) => {
  test('who begins to donate is told so, and the host finds out why', async () => {
    world.order(order)
    const logged = world.server.log().length
    expect(await readRefusal(await begin())).toEqual(CANNOT_SAVE)
    const told = () => world.server.log().slice(logged)
    await expect.poll(told).toContain('The write \\"checkouts.begin\\" failed.')
    await expect.poll(told).toContain(order.message)
    world.mend()
    expect((await begin()).status).toBe(200)
  })

  test('who signs up or in is told so', async () => {
    const [known, unknown] = [randomUUID(), randomUUID()]
    expect((await askAccounts('sign-up', known)).status).toBe(200)
    world.order(order)
    expect(await readRefusal(await askAccounts('sign-up', unknown))).toEqual(CANNOT_SAVE)
    expect(await readRefusal(await askAccounts('sign-in', known))).toEqual(CANNOT_SAVE)
    world.mend()
    expect((await askAccounts('sign-up', unknown)).status).toBe(200)
    expect((await askAccounts('sign-in', known)).status).toBe(200)
  })

  test('no money is taken before that can be noted, and then it is booked once', async () => {
    const orderId = await donor.approveByWallet(900)
    world.order(order)
    const capture = () =>
      donor.call(`/api/paypal/orders/${orderId}/capture`, { method: 'POST', body: '{}' })
    expect(await readRefusal(await capture())).toEqual(CANNOT_SAVE)
    const taken = await world.payments()
    expect(taken.map(({ ref }) => ref)).not.toContain(orderId)
    world.mend()
    expect((await donor.capture(orderId)).donation?.amountCents).toBe(900)
    expect((await world.quiet()).count).toBe(taken.length + 1)
  })

  test('a provider is not told that its event has arrived', async () => {
    const id = await donor.payByCard(600)
    await world.quiet()
    world.order(order)
    const logged = world.server.log().length
    const payment = (await world.payments()).find(({ ref }) => ref === id)
    await world.control('/refunds', { ...payment, amountCents: 100 })
    const answers = () => world.server.log().slice(logged)
    await expect.poll(answers).toMatch(/webhooks\/stripe","status":503/)
    world.mend()
    await expect.poll(answers).toMatch(/webhooks\/stripe","status":200/)
  })

  test('everybody still sees the board, and the stream goes on afterwards', async () => {
    const viewer = await openViewer(`${world.server.url}/api/leaderboard/live`)
    world.order(order)
    expect((await begin()).status).toBe(503)
    expect((await fetch(`${world.server.url}/readyz`)).status).toBe(200)
    const { total } = await world.board()
    expect(total.count).toBeGreaterThan(0)
    world.mend()
    await donor.look(await donor.payByCard(500))
    await expect.poll(() => viewer.events.at(-1)?.data.total.count).toBe(total.count + 1)
    viewer.leave()
  })
})

describe('what leaves the disk unknown ends the server, and nothing is acknowledged', () => {
  const ENDS: Record<string, FaultOrder> = {
    'an fsync that fails': fail('commit', 1_034, 'disk I/O error'),
    'a write that fails at the commit': fail('commit', 778, 'disk I/O error'),
    'a writer that ends without a word': { fault: 'end the writer' },
  }

  test.each(Object.entries(ENDS))('%s', async (_name, order) => {
    const before = await world.quiet()
    const orderId = await donor.approveByWallet(800)
    const logged = world.server.log().length
    world.order(order)
    const answer = await donor.capture(orderId).catch((error: unknown) => error)
    expect(answer).toSatisfy(isCutOff)
    expect(await world.died()).toBe(70)
    const fatal = world.server
      .log()
      .slice(logged)
      .split('\n')
      .filter((line) => line.includes('"level":60'))
    expect(fatal).toHaveLength(1)
    expect(fatal[0]).toContain('the server has failed and ends')

    world.mend()
    await world.server.restart()
    await donor.capture(orderId)
    expect(await world.quiet()).toEqual({
      count: before.count + 1,
      amountCents: before.amountCents + 800,
    })
  })
})
