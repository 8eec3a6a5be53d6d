import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payOnHostedPage } from '../helpers/donor.ts'
import type { InjectedFault } from './injected-fault.ts'
import { isConnectionError, signUpFaultDonor, type FaultDonor } from './fault-donor.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'

/** Where a payment's way may be cut: each kill falls at exactly this moment. */
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

/** Where an event's way may be cut. */
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

// One account may begin twenty checkouts in ten minutes before it has to prove anything.
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

/** Which points lie on which way; the others are the other provider's. */
const CASES = (['card', 'wallet'] as const).flatMap((way) =>
  Object.entries(POINTS)
    .filter(([point]) => !(way === 'card' ? /order/ : /session/).test(point))
    .map(([point, order]) => ({ way, point, order })),
)

test.each(CASES)('a kill $point ($way) loses and doubles nothing', async ({ way, order }) => {
  const before = await harness.waitUntilConsistent()
  // No event helps: what is known after the restart is the server's own finding.
  await harness.control('/webhook-faults', { drop: true })
  await killAt(order, WAYS[way])
  await harness.server.restart()
  await expectWhole()

  await WAYS[way]()
  const after = await harness.waitUntilConsistent()
  expect(after.amountCents).toBeGreaterThanOrEqual(before.amountCents + AMOUNT_CENTS)
})

test.each(Object.entries(EVENT_POINTS))(
  'a kill %s loses and doubles nothing',
  async (_point, order) => {
    await harness.waitUntilConsistent()
    await harness.control('/webhook-faults', {})
    await killAt(order, () => donor.payByCard(AMOUNT_CENTS))
    await harness.server.restart()
    await expectWhole()
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
  await expectWhole()
})

/** Empty while the newest checkout has none. */
function findNewestRef(): string {
  const database = new DatabaseSync(join(harness.server.dataDir, 'royale.db'), { readOnly: true })
  const row = database.prepare('select provider_ref from checkouts order by id desc limit 1').get()
  database.close()
  return String(row?.['provider_ref'] ?? '')
}

/** Works until the server dies of it; every sentence but 'cut off' is a mistake. */
async function killAt(order: InjectedFault, work: () => Promise<unknown>): Promise<void> {
  harness.injectFault(order)
  await work().catch((error: unknown) => {
    if (!isConnectionError(error)) throw error
  })
  expect(await harness.waitForExit()).toBe('SIGKILL')
  harness.clearFault()
}

/** The board has every capture of the providers once. */
async function expectWhole(): Promise<void> {
  const { count } = await harness.waitUntilConsistent()
  expect(await harness.fetchPayments()).toHaveLength(count)
}
