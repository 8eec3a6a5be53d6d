import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PROVIDERS } from '#contract/checkout-states.ts'
import {
  expectError,
  openTestApp,
  type TestApp,
  type TestDonor,
} from '../../../../tests/helpers/app.ts'
import {
  begin,
  beginAndPay,
  capture,
  deliver,
  look,
  readBoard,
  requireCheckoutRow,
  type Begun,
} from '../../../../tests/helpers/donating.ts'
import { createForeign, takenCents } from '../../../../tests/helpers/provider-accounts.ts'
import { openTestSandbox, type TestSandbox } from '../../../../tests/helpers/payment-sandbox.ts'
import type { CheckoutRow } from './store.ts'

let payments: TestSandbox
let server: TestApp
let donor: TestDonor

beforeAll(async () => {
  payments = await openTestSandbox()
})

afterAll(() => payments.close())

beforeEach(async () => {
  server = await openTestApp({ payments })
  donor = await server.signUp()
})

afterEach(async () => {
  await payments.control('/faults/clear', {})
  await server.close()
})

/** What the database says otherwise than the provider, as if somebody had tampered with either. */
async function alter({ ref }: Begun, change: Partial<CheckoutRow>): Promise<void> {
  await server.database.autocommit
    .updateTable('checkouts')
    .set(change)
    .where('provider_ref', '=', ref)
    .execute()
}

async function deliverEvent({ provider, ref }: Begun, type: string): Promise<void> {
  const event = await payments.requireWebhook({ provider, type, body: ref })
  expect((await deliver(server, provider, event)).statusCode).toBe(200)
}

async function findOutcomes(): Promise<(string | null)[]> {
  const events = await server.database.reader
    .selectFrom('webhook_events')
    .select('outcome')
    .execute()
  return events.map(({ outcome }) => outcome)
}

describe('money that arrived', () => {
  test('by card is credited once by return and webhook together', async () => {
    const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 700 })
    await Promise.all([
      ...Array.from({ length: 5 }, () => look(donor, begun)),
      ...Array.from({ length: 5 }, () => deliverEvent(begun, 'session.completed')),
    ])
    await expect.poll(findOutcomes, { timeout: 5_000 }).toEqual(['paid'])
    expect(await readBoard(server)).toEqual([['Ada', 700]])
    expect(await server.countRows()).toMatchObject({ ledger_entries: 1, donations: 1 })
  })

  test('from the wallet is credited once by approval, return and webhook together', async () => {
    const begun = await beginAndPay(donor, payments, { provider: 'paypal', amountCents: 800 })
    const captures = Promise.all(Array.from({ length: 4 }, () => capture(donor, begun)))
    await Promise.all([captures, look(donor, begun), deliverEvent(begun, 'capture.completed')])
    for (const answer of await captures) {
      expect(answer.json()).toMatchObject({ status: 'COMPLETED', donation: { amountCents: 800 } })
    }
    await expect.poll(findOutcomes, { timeout: 5_000 }).toEqual(['paid'])
    expect(await readBoard(server)).toEqual([['Ada', 800]])
    expect(await server.countRows()).toMatchObject({ ledger_entries: 1, donations: 1 })
    expect(await takenCents(payments, begun)).toEqual([800])
  })

  test('after the checkout had expired is credited all the same', async () => {
    const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 900 })
    await alter(begun, { state: 'expired' })
    expect(await look(donor, begun)).toMatchObject({
      state: 'paid',
      donation: { name: 'Ada', amountCents: 900, position: 1 },
    })
  })

  test('by a delayed method is shown when it comes, not before', async () => {
    const begun = await begin(donor, 'stripe', 600)
    await payments.payers.stripe.payLater(begun.ref, begun.url)
    await deliverEvent(begun, 'session.completed')
    expect((await look(donor, begun)).state).toBe('processing')
    expect(await readBoard(server)).toEqual([])
    const decision = { provider: 'stripe', paymentId: begun.ref, outcome: 'succeeded' }
    await payments.control('/pending', decision)
    await deliverEvent(begun, 'async_payment_succeeded')
    await expect.poll(() => readBoard(server), { timeout: 5_000 }).toEqual([['Ada', 600]])
  })

  test('never, by a delayed method, is shown never', async () => {
    const begun = await begin(donor, 'stripe')
    await payments.payers.stripe.payLater(begun.ref, begun.url)
    const decision = { provider: 'stripe', paymentId: begun.ref, outcome: 'failed' }
    await payments.control('/pending', decision)
    await deliverEvent(begun, 'async_payment_failed')
    expect((await look(donor, begun)).state).toBe('failed')
    expect(await readBoard(server)).toEqual([])
  })

  test('but is held back by PayPal is not counted until PayPal lets it go', async () => {
    const begun = await begin(donor, 'paypal', 600)
    await payments.payers.paypal.payLater(begun.ref, null)
    const held = await capture(donor, begun)
    expect(held.json()).toEqual({ status: 'PENDING', donation: null })
    expect((await look(donor, begun)).state).toBe('processing')
    expect(await readBoard(server)).toEqual([])
    const pending = await payments.requireWebhook({
      provider: 'paypal',
      type: 'capture.pending',
      body: begun.ref,
    })
    const captureId = requireResourceId(pending.body)
    await payments.control('/pending', { provider: 'paypal', captureId, outcome: 'succeeded' })
    await deliverEvent(begun, 'capture.completed')
    await expect.poll(() => readBoard(server), { timeout: 5_000 }).toEqual([['Ada', 600]])
  })
})

describe.each(PROVIDERS)('a payment by %s that is not what was asked for', (provider) => {
  test.each([
    ['amount', { amount_cents: 400 }, 'The payment is of 500 cents, not of 400.'],
    ['mode', { livemode: 1 }, 'The payment is of another mode.'],
    ['checkout', { id: 'another' }, 'The payment belongs to another checkout.'],
  ] as const)('in its %s waits for the host, and is not shown', async (_what, change, reason) => {
    const begun = await beginAndPay(donor, payments, { provider })
    await alter(begun, change)
    expect((await look(donor, begun)).state).toBe('review')
    expect(await requireCheckoutRow(server, begun.ref)).toMatchObject({ state: 'review', reason })
    expect(await readBoard(server)).toEqual([])
    expect(await server.countRows()).toMatchObject({ ledger_entries: 0, donations: 0 })
    // What PayPal's payer has only approved is not even taken.
    expect(await takenCents(payments, begun)).toEqual(provider === 'stripe' ? [500] : [])
  })

  test('in its currency waits for the host, and is not shown', async () => {
    const begun = await begin(donor, provider)
    const { id } = await requireCheckoutRow(server, begun.ref)
    const foreign = await createForeign(payments, provider, {
      checkoutId: id,
      amountCents: 500,
      currency: 'EUR',
    })
    await payments.payers[provider].pay(foreign.ref, foreign.url)
    await alter(begun, { provider_ref: foreign.ref })
    expect((await look(donor, foreign)).state).toBe('review')
    expect((await requireCheckoutRow(server, foreign.ref)).reason).toBe('The payment is in EUR.')
    expect(await readBoard(server)).toEqual([])
  })

  test('is told of by nobody as a success', async () => {
    const begun = await beginAndPay(donor, payments, { provider })
    await alter(begun, { amount_cents: 400 })
    if (provider === 'paypal') expectError(await capture(donor, begun), 500, 'unknown')
    expect(await look(donor, begun)).toMatchObject({ state: 'review', donation: null })
  })
})

function requireResourceId(body: string): string {
  return z.object({ resource: z.object({ id: z.string() }) }).parse(JSON.parse(body)).resource.id
}
