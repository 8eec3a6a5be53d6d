import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { otherCurrency, unavailable } from '#server/payments/failures/failures.ts'
import { tellHost } from '#server/payments/failures/host-sentences.ts'
import { NOT_AT_PROVIDER, UNKNOWN_PAYMENT } from '#server/features/checkouts/checkouts.ts'
import { findById, insertCheckouts } from '#server/features/checkouts/store.ts'
import { createConcerns, type Concerns } from '#server/features/concerns/concerns.ts'
import type { WaitingEvent } from './events.ts'
import { findUnbooked, noteWaiting, type WaitingDeps } from './waiting.ts'
import type { EventScope } from './waiting-events.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000

const CHECKOUT = buildCheckout({ provider: 'paypal', provider_ref: 'ORDER1', amount_cents: 1_000 })
const EVENT: WaitingEvent = {
  provider: 'paypal',
  event_id: 'WH-1',
  type: 'CUSTOMER.DISPUTE.CREATED',
  payment_ref: null,
  capture_id: 'CAPTURE1',
  received_at: NOW,
  outcome: 'The provider does not list what it has told of.',
}
const AWAY = tellHost(unavailable('PayPal', undefined))
const IN_EUROS = tellHost(otherCurrency('PayPal', 'PP-D-1', 'EUR'))

let database: TestDatabase
let concerns: Concerns
let waiting: WaitingEvent[]
let now: number

beforeEach(async () => {
  now = NOW
  database = await openTestSqlite()
  await database.write(insertCheckouts, CHECKOUT)
  concerns = createConcerns({ database, clock: () => now, logger: pino({ level: 'silent' }) })
})

afterEach(() => database.close())

function deps(): WaitingDeps {
  return {
    concerns,
    checkouts: {
      findInReview: async () => [],
      findDuplicates: async () => [],
      countPaidElsewhere: async () => [],
      recognise: async (_, { paymentRef, captureId }) =>
        paymentRef === 'ORDER1' || captureId === 'CAPTURE1'
          ? findById(database.reader, CHECKOUT.id)
          : undefined,
    },
    inbox: { findParked: async () => [], findWaiting: async () => waiting },
    health: { reports: () => [] },
    clock: () => now,
  }
}

async function note(events: WaitingEvent[], scope?: EventScope): Promise<string[]> {
  waiting = events
  await noteWaiting(deps(), scope)
  return (await concerns.list()).map(({ message }) => message)
}

test('an event that waits needs a person after a quarter of an hour, or at once by hand', async () => {
  expect(await note([EVENT])).toEqual([])
  const sentence =
    'What PayPal tells of the payment ORDER1 of $10.00 (CUSTOMER.DISPUTE.CREATED) could not be booked yet, and is tried again: The provider does not list what it has told of.'
  expect(await note([EVENT], 'all')).toEqual([sentence])
  expect(await note([])).toEqual([])
  now += 15 * MINUTE_MS
  expect(await note([EVENT])).toEqual([sentence])
  expect(await note([])).toEqual([])
})

test('a concern raised by hand stays until the event is handled', async () => {
  await note([EVENT], 'all')
  expect(await note([EVENT])).toHaveLength(1)
  expect(await note([{ ...EVENT, outcome: AWAY }])).toHaveLength(1)
  expect(await note([])).toEqual([])
})

test('an event of a provider that is away is waited for', async () => {
  now += 24 * 60 * MINUTE_MS
  expect(await note([{ ...EVENT, outcome: AWAY }], 'all')).toEqual([])
})

test('money in another currency is reported at once, with its payment and what to do', async () => {
  expect(await note([{ ...EVENT, outcome: IN_EUROS }])).toEqual([
    "PayPal moved money of the payment ORDER1 of $10.00 in EUR (PP-D-1), which cannot be subtracted from US dollars, so the donation stays as it was. See in PayPal's dashboard what it has taken.",
  ])
})

test('events of one payment are one concern, which names them all', async () => {
  const captured = { ...EVENT, event_id: 'WH-2', payment_ref: 'ORDER1', capture_id: null }
  expect(await note([{ ...EVENT, outcome: IN_EUROS }, captured], 'all')).toHaveLength(1)
  const [concern] = await concerns.list()
  expect(concern?.id).toBe(`event_waiting:${CHECKOUT.id}`)
  expect(concern?.details).toMatchObject({
    checkoutId: CHECKOUT.id,
    paymentRef: 'ORDER1',
    eventIds: ['WH-1', 'WH-2'],
  })
})

test('an unknown payment with our mark is reported with what may help', async () => {
  const unknown = { ...EVENT, capture_id: 'CAPTURE2', outcome: UNKNOWN_PAYMENT }
  expect(await note([unknown], 'all')).toEqual([
    expect.stringMatching(
      /the payment CAPTURE2 .* does not know\. .* donation-royale reconcile --import$/,
    ),
  ])
})

test('a payment that its provider does not know needs nobody, since it is not ours', async () => {
  const gone = { ...EVENT, capture_id: 'SALE1', outcome: NOT_AT_PROVIDER }
  expect(await note([gone], 'all')).toEqual([])
  expect(await findUnbooked(deps())).toEqual([])
})

test('payments with unrecorded events are counted, also while the provider is away', async () => {
  const others = { ...EVENT, event_id: 'WH-3', capture_id: 'CAPTURE3' }
  waiting = [
    { ...EVENT, outcome: AWAY },
    { ...EVENT, event_id: 'WH-2' },
    { ...others, outcome: AWAY },
  ]
  expect(await findUnbooked(deps())).toEqual([CHECKOUT.id])
  waiting = [{ ...others, outcome: UNKNOWN_PAYMENT }]
  expect(await findUnbooked(deps())).toEqual(['paypal:CAPTURE3'])
})
