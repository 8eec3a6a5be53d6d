import { expect, test } from 'vitest'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import { createPaypalCheckouts, openSlowPaypal } from '#tests/helpers/providers/slow-paypal.ts'
import type { Fetch } from '#server/payments/fetch.ts'
import { insertCheckouts } from '../store.ts'

const CHECKOUT = buildCheckout({ provider: 'paypal', provider_ref: 'ORDER1' })
const clock = () => CHECKOUT.created_at

/** Opens a PayPal with an approved order; `release` ends its captures. */
function openBank() {
  const released = Promise.withResolvers<void>()
  const bank = openSlowPaypal(CHECKOUT.id, 'ORDER1', () => released.promise)
  return { ...bank, release: released.resolve }
}

async function open(fetch: Fetch) {
  const database = await openTestSqlite()
  await database.write(insertCheckouts, CHECKOUT)
  return { database, checkouts: createPaypalCheckouts(database, fetch, clock) }
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
