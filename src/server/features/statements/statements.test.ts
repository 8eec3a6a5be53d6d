import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import type { StatementReport } from '#contract/reconciliation.ts'
import { openTestApp, type TestApp } from '#tests/helpers/app/app.ts'
import { reconcile, requirePaymentId } from '#tests/helpers/app/ledger.ts'
import {
  begin,
  beginAndPay,
  fetchCheckout,
  requireCheckoutRow,
} from '#tests/helpers/app/checkouts.ts'
import {
  buildPaymentRequest,
  PAYMENT_PROVIDERS,
} from '#tests/helpers/providers/payment-providers.ts'
import { captureForeign, createForeign } from '#tests/helpers/app/provider-accounts.ts'
import { openTestSandbox, type TestSandbox } from '#tests/helpers/providers/payment-sandbox.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** The sandbox's fees on 1,000 cents. */
const FEES = { stripe: 59, paypal: 69 }

let aheadMs: number
let payments: TestSandbox
let server: TestApp

beforeEach(async () => {
  aheadMs = 0
  const clock = () => Date.now() + aheadMs
  payments = await openTestSandbox({ clock })
  server = await openTestApp({ payments, clock })
})

afterEach(async () => {
  await server.close()
  await payments.close()
})

async function donate(provider: ProviderName, amountCents = 1_000) {
  const donor = await server.signUp()
  const begun = await beginAndPay(donor, payments, { provider, amountCents })
  await fetchCheckout(donor, begun)
  const { id: checkoutId } = await requireCheckoutRow(server, begun.ref)
  const paymentId = await requirePaymentId(payments, begun.ref)
  return { checkoutId, paymentId, asked: { provider, paymentId } }
}

/**
 * Pays for a checkout of ours that the database does not have, as after an older copy was restored.
 */
async function payAtProvider(name: ProviderName): Promise<void> {
  const adapter = PAYMENT_PROVIDERS.find((one) => one.name === name)
  const provider = adapter?.connect({ apiBase: payments.apiBase[name] })
  const request = buildPaymentRequest()
  const { ref = '', url = null } = (await provider?.start(request)) ?? {}
  await payments.payers[name].pay(ref, url)
  await provider?.capture(ref, request.idempotencyKey)
}

async function compareBy(provider: ProviderName): Promise<StatementReport> {
  const { statements } = await reconcile(server, { scope: 'all' })
  const report = statements.find((one) => one.provider === provider)
  if (report === undefined) throw new Error(`There is no report of ${provider}.`)
  return report
}

/** Returns the id of an order's pending capture, from the webhook that reports it. */
async function requireHeldCapture(ref: string): Promise<string> {
  const { body } = await payments.requireWebhook({
    provider: 'paypal',
    type: 'capture.pending',
    body: ref,
  })
  return z.object({ resource: z.object({ id: z.string() }) }).parse(JSON.parse(body)).resource.id
}

async function findConcerns(): Promise<string[]> {
  const { concerns } = await reconcile(server)
  return concerns.filter(({ kind }) => kind === 'statement_drift').map(({ message }) => message)
}

describe.each(PROVIDERS)('the statement of %s', (provider) => {
  const spoil = (order: object) => payments.control('/statements', { provider, ...order })

  test('agrees on donations, refunds and disputes in each state, and has the fees', async () => {
    await donate(provider)
    const refunded = await donate(provider)
    await payments.control('/refunds', { ...refunded.asked, amountCents: 300 })
    const failed = await donate(provider)
    const refund = await payments.control('/refunds', { ...failed.asked, status: 'pending' })
    await payments.control('/refunds/outcome', {
      provider,
      refundId: z.object({ id: z.string() }).parse(refund).id,
      outcome: 'failed',
    })
    await payments.control('/disputes', (await donate(provider)).asked)
    for (const outcome of ['won', 'lost']) {
      await payments.control('/disputes', { ...(await donate(provider)).asked, outcome })
    }
    const report = await compareBy(provider)
    const disputeFees = provider === 'stripe' ? 4_500 : 1_500
    expect(report).toMatchObject({
      payments: 6,
      waiting: 0,
      driftCents: 0,
      grossCents: 3_700,
      feeCents: 6 * FEES[provider] + disputeFees,
      netCents: 3_700 - 6 * FEES[provider] - disputeFees,
      foreignLines: 0,
      gaps: [],
    })
    aheadMs = 3 * DAY_MS
    expect(await compareBy(provider)).toMatchObject({ waiting: 0, driftCents: 0, gaps: [] })
    expect(await findConcerns()).toEqual([])
  })

  test('with a wrong line is a concern, which ends once the line is right', async () => {
    const { checkoutId, paymentId } = await donate(provider)
    await spoil({ errors: { [paymentId]: -50 } })
    expect(await compareBy(provider)).toMatchObject({ payments: 1, driftCents: 50 })
    const label = { stripe: 'Stripe', paypal: 'PayPal' }[provider]
    const { concerns } = await reconcile(server)
    expect(concerns).toMatchObject([
      {
        id: `statement_drift:${checkoutId}`,
        message: `${label}'s statement has 950 cents of a payment, the ledger 1000.`,
        provider,
      },
    ])
    await spoil({})
    expect(await compareBy(provider)).toMatchObject({ payments: 1, driftCents: 0 })
    expect(await findConcerns()).toEqual([])
  })

  test('whose old line was wrong is read again until it is right', async () => {
    const { paymentId } = await donate(provider)
    await spoil({ errors: { [paymentId]: 50 } })
    await compareBy(provider)
    aheadMs = 12 * DAY_MS
    expect(await compareBy(provider)).toMatchObject({ driftCents: 50 })
    aheadMs = 20 * DAY_MS
    await spoil({})
    expect(await compareBy(provider)).toMatchObject({ driftCents: 0 })
    expect(await findConcerns()).toEqual([])
  })

  test('without a line waits for a day, and is a concern then until the line is there', async () => {
    const { paymentId } = await donate(provider)
    await spoil({ missing: [paymentId] })
    expect(await compareBy(provider)).toMatchObject({ payments: 0, waiting: 1, driftCents: 0 })
    expect(await findConcerns()).toEqual([])
    aheadMs = DAY_MS + HOUR_MS
    expect(await compareBy(provider)).toMatchObject({ payments: 1, waiting: 0, driftCents: 1_000 })
    expect((await findConcerns())[0]).toMatch(
      /'s statement does not know a payment of which the ledger has 1000 cents\.$/,
    )
    await spoil({})
    expect(await compareBy(provider)).toMatchObject({ payments: 1, driftCents: 0 })
    expect(await findConcerns()).toEqual([])
  })

  test('that is behind by its own word or hours waits', async () => {
    await donate(provider)
    await spoil({ delayMs: 20 * HOUR_MS })
    aheadMs = 19 * HOUR_MS
    expect(await compareBy(provider)).toMatchObject({ payments: 0, waiting: 1, driftCents: 0 })
    aheadMs = 21 * HOUR_MS
    expect(await compareBy(provider)).toMatchObject({ payments: 1, waiting: 0, driftCents: 0 })
  })

  test('with money of ours that the ledger has not is a concern after an hour', async () => {
    await donate(provider)
    await payAtProvider(provider)
    expect(await compareBy(provider)).toMatchObject({ payments: 1, waiting: 1, driftCents: 0 })
    aheadMs = 2 * HOUR_MS
    expect(await compareBy(provider)).toMatchObject({ payments: 2, waiting: 0, driftCents: 500 })
    expect((await findConcerns())[0]).toMatch(/has 500 cents of a payment, the ledger 0\.$/)
  })

  test('keeps nothing of other software, and counts its lines', async () => {
    await donate(provider)
    const foreign = await createForeign(payments, provider, { amountCents: 900, currency: 'USD' })
    await payments.payers[provider].pay(foreign.ref, foreign.url)
    await captureForeign(payments, foreign)
    expect(await compareBy(provider)).toMatchObject({ payments: 1, driftCents: 0, foreignLines: 1 })
    const lines = server.database.reader.selectFrom('statement_lines').selectAll()
    expect(await lines.execute()).toMatchObject([{ gross_cents: 1_000 }])
  })

  test('that our key may not read is reported, and is no failure', async () => {
    await donate(provider)
    await spoil({ isDenied: true })
    const report = await compareBy(provider)
    const denial = {
      stripe:
        'Stripe\'s statement could not be compared: the key may not read balance transactions; give it "Balance: read" and "Balance transaction sources: read".',
      paypal:
        'PayPal\'s statement could not be compared: the app may not search transactions; switch on "Transaction search" among its features, and wait some hours.',
    }
    expect(report).toMatchObject({
      from: null,
      payments: 0,
      driftCents: 0,
      gaps: [denial[provider]],
    })
    expect((await reconcile(server)).concerns).toEqual([])
  })
})

test('without any checkout no statement is read', async () => {
  const { statements } = await reconcile(server)
  expect(statements).toMatchObject([
    { from: null, gaps: [] },
    { from: null, gaps: [] },
  ])
})

test('a capture that was under way for days is found under its first day', async () => {
  const donor = await server.signUp()
  const begun = await begin(donor, 'paypal', 1_000)
  await payments.payers.paypal.payLater(begun.ref, begun.url)
  await fetchCheckout(donor, begun)
  aheadMs = 4 * DAY_MS
  expect(await compareBy('paypal')).toMatchObject({ payments: 0, driftCents: 0 })
  const paymentId = await requireHeldCapture(begun.ref)
  await payments.control('/pending', { provider: 'paypal', paymentId, outcome: 'succeeded' })
  expect(await compareBy('paypal')).toMatchObject({ waiting: 1, driftCents: 0 })
  aheadMs = 7 * DAY_MS
  expect(await compareBy('paypal')).toMatchObject({ payments: 1, waiting: 0, driftCents: 0 })
})

test('each night the days that are complete are compared, and no later one', async () => {
  await donate('stripe')
  await donate('paypal')
  aheadMs = 3 * DAY_MS
  await server.app.listen({ port: 0 })
  const marks = () => server.database.reader.selectFrom('statement_marks').selectAll().execute()
  await expect.poll(marks).toHaveLength(2)
  const now = Date.now() + aheadMs
  const lateBy = { stripe: HOUR_MS, paypal: 4 * HOUR_MS }
  for (const { provider, compared_until, report } of await marks()) {
    expect(compared_until).toBe(Math.floor((now - lateBy[provider]) / DAY_MS) * DAY_MS)
    expect(JSON.parse(report)).toMatchObject({ payments: 1, driftCents: 0 })
  }
})
