import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payOnHostedPage } from '../helpers/donor.ts'
import type { FaultOrder } from './fault-order.ts'
import { isCutOff, signUpTo, type FaultDonor } from './fault-donor.ts'
import { openFaultWorld, type FaultWorld } from './fault-world.ts'

/** Where a payment's way may be cut: each kill falls at exactly this moment. */
const POINTS: Record<string, FaultOrder> = {
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
const EVENT_POINTS: Record<string, FaultOrder> = {
  'before an event is stored': commit('before', 'insert into "webhook_events"'),
  'when an event is stored and not worked off': commit('after', 'insert into "webhook_events"'),
  'when an event is worked off and not finished': commit('before', '"handled_at" = '),
}

const AMOUNT_CENTS = 700

function commit(when: 'before' | 'after', statement: string): FaultOrder {
  return { fault: 'kill at commit', when, statement }
}

function call(when: 'before' | 'after', path: string): FaultOrder {
  return { fault: 'kill at call', when, method: 'POST', path }
}

let world: FaultWorld
let donor: FaultDonor

beforeAll(async () => {
  world = await openFaultWorld()
})

// One account may begin twenty checkouts in ten minutes before it has to prove anything.
beforeEach(async () => {
  donor = await signUpTo(world)
})

afterAll(() => world.close())

const WAYS = {
  card: async () => {
    const { state } = await donor.look(await donor.payByCard(AMOUNT_CENTS))
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
  const before = await world.quiet()
  // No event helps: what is known after the restart is the server's own finding.
  await world.control('/webhook-faults', { drop: true })
  await killAt(order, WAYS[way])
  await world.server.restart()
  await expectWhole()

  await WAYS[way]()
  const after = await world.quiet()
  expect(after.amountCents).toBeGreaterThanOrEqual(before.amountCents + AMOUNT_CENTS)
})

test.each(Object.entries(EVENT_POINTS))(
  'a kill %s loses and doubles nothing',
  async (_point, order) => {
    await world.quiet()
    await world.control('/webhook-faults', {})
    await killAt(order, () => donor.payByCard(AMOUNT_CENTS))
    await world.server.restart()
    await expectWhole()
  },
)

test('a session whose answer was lost is the one that the restarted server hands out', async () => {
  await world.quiet()
  await world.control('/webhook-faults', { drop: true })
  await killAt(call('after', '/v1/checkout/sessions'), () => donor.payByCard(AMOUNT_CENTS))
  const sessions = await world.countSessions()
  await world.server.restart()
  await expect.poll(findNewestRef).not.toBe('')
  const ref = findNewestRef()
  expect(await world.countSessions()).toBe(sessions)
  await payOnHostedPage(`${world.providersUrl}/_sandbox/stripe/checkout/${ref}`)
  expect((await donor.look(ref)).state).toBe('paid')
  await expectWhole()
})

/** Empty while the newest checkout has none. */
function findNewestRef(): string {
  const database = new DatabaseSync(join(world.server.dataDir, 'royale.db'), { readOnly: true })
  const row = database.prepare('select provider_ref from checkouts order by id desc limit 1').get()
  database.close()
  return String(row?.['provider_ref'] ?? '')
}

/** Works until the server dies of it; every sentence but 'cut off' is a mistake. */
async function killAt(order: FaultOrder, work: () => Promise<unknown>): Promise<void> {
  world.order(order)
  await work().catch((error: unknown) => {
    if (!isCutOff(error)) throw error
  })
  expect(await world.died()).toBe('SIGKILL')
  world.mend()
}

/** The board has every capture of the providers once. */
async function expectWhole(): Promise<void> {
  const { count } = await world.quiet()
  expect(await world.payments()).toHaveLength(count)
}
