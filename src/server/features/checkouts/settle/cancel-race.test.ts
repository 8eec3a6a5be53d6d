import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Fetch } from '#server/payments/fetch.ts'
import { createPaypalProvider } from '#server/payments/paypal/paypal.ts'
import { createCheckouts } from '../checkouts.ts'
import { insertCheckouts } from '../store.ts'

const USD = { currency_code: 'USD', value: '5.00' }
const CHECKOUT = buildCheckout({ provider: 'paypal', provider_ref: 'ORDER1' })
const clock = () => CHECKOUT.created_at

/** Builds a PayPal with an approved order; `capturing` resolves in a capture, `release` ends it. */
function openBank() {
  const [capturing, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let captures: object[] = []
  const fetch: Fetch = async (url) => {
    if (url.includes('/oauth2/')) return Response.json({ access_token: 'token', expires_in: 600 })
    if (url.includes('/customer/')) return Response.json({ items: [], links: [] })
    if (url.endsWith('/capture')) {
      capturing.resolve()
      await released.promise
      captures = [{ id: 'CAPTURE1', status: 'COMPLETED', amount: USD }]
    }
    const status = captures.length > 0 ? 'COMPLETED' : 'APPROVED'
    const unit = { custom_id: CHECKOUT.id, amount: USD, payments: { captures } }
    return Response.json({ id: 'ORDER1', status, purchase_units: [unit] })
  }
  return { fetch, capturing: capturing.promise, release: released.resolve }
}

async function open(fetch: Fetch) {
  const database = await openTestSqlite()
  await database.write(insertCheckouts, CHECKOUT)
  const credentials = {
    clientId: 'client',
    clientSecret: 'secret',
    webhookId: 'WH-1',
    installationId: 'ours',
  }
  const address = { apiBase: 'http://localhost', livemode: false, timeoutMs: 5_000 }
  const checkouts = createCheckouts({
    database,
    providers: { paypal: createPaypalProvider({ ...credentials, ...address, fetch, clock }) },
    bus: createMemoryBus(),
    limits: { maxCents: 1_000_000 },
    clock,
    logger: pino({ level: 'silent' }),
  })
  return { database, checkouts }
}

test('a payment that is being captured is not told as cancelled', async () => {
  const bank = openBank()
  const { database, checkouts } = await open(bank.fetch)
  const row = await checkouts.require(CHECKOUT.id)
  const settling = checkouts.settle(row, 'event')
  await bank.capturing
  const cancelling = checkouts.cancel(row)
  bank.release()
  expect((await cancelling).state).toBe('paid')
  expect((await settling).checkout.state).toBe('paid')
  await database.close()
})

test('a payment that was cancelled meanwhile is not captured by an event', async () => {
  const { fetch } = openBank()
  const { database, checkouts } = await open(fetch)
  const row = await checkouts.require(CHECKOUT.id)
  const [cancelled] = await Promise.all([checkouts.cancel(row), checkouts.settle(row, 'event')])
  expect(cancelled.state).toBe('cancelled')
  expect((await checkouts.require(CHECKOUT.id)).state).toBe('cancelled')
  await database.close()
})
