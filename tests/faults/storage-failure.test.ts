import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openViewer } from '../helpers/live/live-viewer.ts'
import type { InjectedFault } from './injected-fault.ts'
import { isConnectionError, readRefusal, signUpFaultDonor, type FaultDonor } from './fault-donor.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'

let harness: FaultHarness
let donor: FaultDonor

beforeAll(async () => {
  harness = await openFaultHarness()
  donor = await signUpFaultDonor(harness)
})

afterAll(() => harness.close())

afterEach(() => harness.clearFault())

const begin = (): Promise<Response> =>
  donor.call('/api/create-checkout-session', { method: 'POST', body: '{"amountCents":500}' })

const callAccounts = (path: 'sign-up' | 'sign-in', name: string): Promise<Response> =>
  fetch(`${harness.server.url}/api/auth/${path}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: harness.server.url },
    body: JSON.stringify({ email: `${name}@donor.example`, password: 'a long password', name: '' }),
  })

/**
 * The ways in which SQLite fails for a while, and the statement: https://sqlite.org/rescode.html.
 */
const REFUSALS: Record<string, SqliteFault> = {
  'the disk is full': fail('commit', 13, 'database or disk is full'),
  'the disk has become read-only': fail(
    'begin immediate',
    8,
    'attempt to write a readonly database',
  ),
  'another program holds the database': fail('begin immediate', 5, 'database is locked'),
  'the disk cannot be read': fail('begin immediate', 266, 'disk I/O error'),
}

type SqliteFault = Extract<InjectedFault, { fault: 'fail' }>

function fail(at: SqliteFault['at'], errcode: number, message: string): SqliteFault {
  return { fault: 'fail', at, errcode, message }
}

const CANNOT_SAVE = {
  status: 503,
  code: 'unavailable',
  message: 'The server cannot save anything right now. Please try again in a moment.',
  retryAfter: '5',
}

describe.each(Object.entries(REFUSALS))('while %s', (_name, fault) => {
  test('a donor who begins gets an error, and the host can see the cause', async () => {
    harness.injectFault(fault)
    const logged = harness.server.log().length
    expect(await readRefusal(await begin())).toEqual(CANNOT_SAVE)
    const told = () => harness.server.log().slice(logged)
    await expect.poll(told).toContain('The write \\"checkouts.begin\\" failed.')
    await expect.poll(told).toContain(fault.message)
    harness.clearFault()
    expect((await begin()).status).toBe(200)
  })

  test('a visitor who signs up or in gets an error', async () => {
    const [known, unknown] = [randomUUID(), randomUUID()]
    expect((await callAccounts('sign-up', known)).status).toBe(200)
    harness.injectFault(fault)
    expect(await readRefusal(await callAccounts('sign-up', unknown))).toEqual(CANNOT_SAVE)
    expect(await readRefusal(await callAccounts('sign-in', known))).toEqual(CANNOT_SAVE)
    harness.clearFault()
    expect((await callAccounts('sign-up', unknown)).status).toBe(200)
    expect((await callAccounts('sign-in', known)).status).toBe(200)
  })

  test('no money is captured before it can be recorded, and then it is booked once', async () => {
    const orderId = await donor.approveUnreported(900)
    harness.injectFault(fault)
    const capture = () =>
      donor.call(`/api/paypal/orders/${orderId}/capture`, { method: 'POST', body: '{}' })
    expect(await readRefusal(await capture())).toEqual(CANNOT_SAVE)
    const taken = await harness.fetchPayments()
    expect(taken.map(({ ref }) => ref)).not.toContain(orderId)
    harness.clearFault()
    expect((await donor.capture(orderId)).donation?.amountCents).toBe(900)
    expect((await harness.waitUntilConsistent()).count).toBe(taken.length + 1)
  })

  test("a provider's event is not acknowledged", async () => {
    const id = await donor.payByCard(600)
    await harness.waitUntilConsistent()
    harness.injectFault(fault)
    const logged = harness.server.log().length
    const payment = (await harness.fetchPayments()).find(({ ref }) => ref === id)
    await harness.control('/refunds', { ...payment, amountCents: 100 })
    const answers = () => harness.server.log().slice(logged)
    await expect.poll(answers).toMatch(/webhooks\/stripe","status":503/)
    harness.clearFault()
    await expect.poll(answers).toMatch(/webhooks\/stripe","status":200/)
  })

  test('everybody still sees the board, and the stream goes on afterwards', async () => {
    const viewer = await openViewer(`${harness.server.url}/api/leaderboard/live`)
    harness.injectFault(fault)
    expect((await begin()).status).toBe(503)
    const ready = async () => (await fetch(`${harness.server.url}/readyz`)).status
    await expect.poll(ready).toBe(503)
    const { total } = await harness.fetchBoard()
    expect(total.count).toBeGreaterThan(0)
    harness.clearFault()
    await expect.poll(ready).toBe(200)
    await donor.fetchCheckout(await donor.payByCard(500))
    await expect.poll(() => viewer.events.at(-1)?.data.total.count).toBe(total.count + 1)
    viewer.leave()
  })
})

describe('an error that leaves the disk in an unknown state ends the server, and nothing is acknowledged', () => {
  const ENDS: Record<string, InjectedFault> = {
    'an fsync that fails': fail('commit', 1_034, 'disk I/O error'),
    'a write that fails at the commit': fail('commit', 778, 'disk I/O error'),
    'a writer that ends without a word': { fault: 'end the writer' },
  }

  test.each(Object.entries(ENDS))('%s', async (_name, fault) => {
    const before = await harness.waitUntilConsistent()
    const orderId = await donor.approveUnreported(800)
    const logged = harness.server.log().length
    harness.injectFault(fault)
    const answer = await donor.capture(orderId).catch((error: unknown) => error)
    expect(answer).toSatisfy(isConnectionError)
    expect(await harness.waitForExit()).toBe(70)
    const fatal = harness.server
      .log()
      .slice(logged)
      .split('\n')
      .filter((line) => line.includes('"level":60'))
    expect(fatal).toHaveLength(1)
    expect(fatal[0]).toContain('the server has failed and ends')

    harness.clearFault()
    await harness.server.restart()
    await donor.capture(orderId)
    expect(await harness.waitUntilConsistent()).toEqual({
      count: before.count + 1,
      amountCents: before.amountCents + 800,
    })
  })
})
