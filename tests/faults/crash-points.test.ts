import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payOnHostedPage } from '../helpers/server/donor.ts'
import type { InjectedFault } from './injected-fault.ts'
import { isConnectionError, signUpFaultDonor, type FaultDonor } from './fault-donor.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'

/** The points of a payment at which the server is killed. */
const POINTS: Record<string, InjectedFault> = {
  'before the checkout is stored': commit('before', 'insert into "checkouts"'),
  'when the checkout is stored': commit('after', 'insert into "checkouts"'),
  'before the session is asked for': call('before', '/v1/checkout/sessions'),
  'before the order is asked for': call('before', '/v2/checkout/orders'),
  'when the session exists and its answer is on the way': call('after', '/v1/checkout/sessions'),
  'when the order exists and its answer is on the way': call('after', '/v2/checkout/orders'),
  'before the provider’s ref is stored': commit('before', '"provider_ref" = '),
  'when the provider’s ref is stored and the donor does not know it': commit(
    'after',
    '"provider_ref" = ',
  ),
  'before the order is captured': call('before', '/capture'),
  'when the order is captured and its answer is on the way': call('after', '/capture'),
  'when the payment is paid and not booked': commit('before', 'insert into "ledger_entries"'),
  'when it is booked and the donor does not know it': commit(
    'after',
    'insert into "ledger_entries"',
  ),
}

/** The points of an event at which the server is killed. */
const EVENT_POINTS: Record<string, InjectedFault> = {
  'before an event is stored': commit('before', 'insert into "webhook_events"'),
  'when an event is stored and not worked off': commit('after', 'insert into "webhook_events"'),
  'when an event is worked off and not finished': commit('before', '"handled_at" = '),
}

const AMOUNT_CENTS = 700

function commit(when: 'before' | 'after', statement: string): InjectedFault {
  return { fault: 'kill at commit', when, statement }
}

function call(when: 'before' | 'after', path: string): InjectedFault {
  return { fault: 'kill at call', when, method: 'POST', path }
}

let harness: FaultHarness
let donor: FaultDonor

beforeAll(async () => {
  harness = await openFaultHarness()
})

// An account may begin twenty checkouts in ten minutes without a proof of work.
beforeEach(async () => {
  donor = await signUpFaultDonor(harness)
})

afterAll(() => harness.close())

const WAYS = {
  card: async () => {
    const { state } = await donor.fetchCheckout(await donor.payByCard(AMOUNT_CENTS))
    expect(state).toBe('paid')
  },
  wallet: async () => {
    const { status } = await donor.capture(await donor.approveByWallet(AMOUNT_CENTS))
    expect(status).toBe('COMPLETED')
  },
}

/** The points of each way to pay; the other points are of the other provider. */
const CASES = (['card', 'wallet'] as const).flatMap((way) =>
  Object.entries(POINTS)
    .filter(([point]) => !(way === 'card' ? /order/ : /session/).test(point))
    .map(([point, fault]) => ({ way, point, fault })),
)

test.each(CASES)('a kill $point ($way) loses and doubles nothing', async ({ way, fault }) => {
  const before = await harness.waitUntilConsistent()
  // Without events, the server has to find the payment by itself after the restart.
  await harness.control('/webhook-faults', { drop: true })
  await killAt(fault, WAYS[way])
  await harness.server.restart()
  await expectEveryCaptureOnce()

  await WAYS[way]()
  const after = await harness.waitUntilConsistent()
  expect(after.amountCents).toBeGreaterThanOrEqual(before.amountCents + AMOUNT_CENTS)
})

test.each(Object.entries(EVENT_POINTS))(
  'a kill %s loses and doubles nothing',
  async (_point, fault) => {
    await harness.waitUntilConsistent()
    await harness.control('/webhook-faults', {})
    await killAt(fault, () => donor.payByCard(AMOUNT_CENTS))
    await harness.server.restart()
    await expectEveryCaptureOnce()
  },
)

test('a session whose answer was lost is the one that the restarted server hands out', async () => {
  await harness.waitUntilConsistent()
  await harness.control('/webhook-faults', { drop: true })
  await killAt(call('after', '/v1/checkout/sessions'), () => donor.payByCard(AMOUNT_CENTS))
  const sessions = await harness.countSessions()
  await harness.server.restart()
  await expect.poll(findNewestRef).not.toBe('')
  const ref = findNewestRef()
  expect(await harness.countSessions()).toBe(sessions)
  await payOnHostedPage(`${harness.providersUrl}/_sandbox/stripe/checkout/${ref}`)
  expect((await donor.fetchCheckout(ref)).state).toBe('paid')
  await expectEveryCaptureOnce()
})

/** Returns the newest checkout's provider ref, or an empty text if it has none. */
function findNewestRef(): string {
  const database = new DatabaseSync(join(harness.server.dataDir, 'royale.db'), { readOnly: true })
  const row = database.prepare('select provider_ref from checkouts order by id desc limit 1').get()
  database.close()
  return String(row?.['provider_ref'] ?? '')
}

/**
 * Runs `work` until the injected fault kills the server; throws any error but a lost connection.
 */
async function killAt(fault: InjectedFault, work: () => Promise<unknown>): Promise<void> {
  harness.injectFault(fault)
  await work().catch((error: unknown) => {
    if (!isConnectionError(error)) throw error
  })
  expect(await harness.waitForExit()).toBe('SIGKILL')
  harness.clearFault()
}

/** Expects every capture of the providers once on the board. */
async function expectEveryCaptureOnce(): Promise<void> {
  const { count } = await harness.waitUntilConsistent()
  expect(await harness.fetchPayments()).toHaveLength(count)
}
