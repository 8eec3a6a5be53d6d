import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Fetch } from '#server/payments/fetch.ts'
import { createPaypalProvider } from '#server/payments/paypal/paypal.ts'
import { createCheckouts } from '../checkouts.ts'
import { insertCheckouts } from '../store.ts'

const ROUNDS = 40
const USD = { currency_code: 'USD', value: '5.00' }
const NOW = 1_000

describe.each(DATABASES)('a cancel at one node, on $name', ({ openTwice }) => {
  let databases: [Database, Database]

  beforeAll(async () => {
    databases = await openTwice()
  })

  afterAll(() => Promise.all(new Set(databases).values().map((database) => database.close())))

  async function openNodes(wait: () => Promise<unknown>) {
    const ref = randomUUID()
    const checkout = buildCheckout({ provider: 'paypal', provider_ref: ref })
    const bank = openBank(checkout.id, ref, wait)
    const [here, there] = databases
    await here.write(insertCheckouts, checkout)
    const nodes = { here: createNode(here, bank.fetch), there: createNode(there, bank.fetch) }
    return { ...nodes, bank, row: await nodes.here.require(checkout.id) }
  }

  test('says nothing of a payment that another node is capturing, and then that it is paid', async () => {
    const released = Promise.withResolvers<void>()
    const { here, there, bank, row } = await openNodes(() => released.promise)
    const settling = here.settle(row, 'event')
    await bank.capturing
    await expect(there.cancel(row)).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 2 })
    released.resolve()
    expect((await settling).checkout.state).toBe('paid')
    expect((await there.cancel(await there.require(row.id))).state).toBe('paid')
  })

  test.each(['event', 'approval'] as const)(
    'that crosses a capture by %s at another is never told as cancelled if money was taken',
    async (trigger) => {
      const told = { cancelled: 0, charged: 0 }
      for (let round = 0; round < ROUNDS; round += 1) {
        const { here, there, bank, row } = await openNodes(() => pause(round % 3))
        const [cancelled, settled] = await Promise.allSettled([
          pause(round % 7).then(() => there.cancel(row)),
          pause(round % 5).then(() => here.settle(row, trigger)),
        ])
        const isToldCancelled =
          cancelled.status === 'fulfilled' && cancelled.value.state === 'cancelled'
        expect(isToldCancelled && bank.captures() > 0).toBe(false)
        // What the capturing node says agrees with it, so that the page does not ask again.
        expect(settled).toMatchObject({
          value: { checkout: { state: bank.captures() > 0 ? 'paid' : 'cancelled' } },
        })
        if (isToldCancelled) told.cancelled += 1
        if (bank.captures() > 0) told.charged += 1
      }
      expect(told.cancelled + told.charged).toBe(ROUNDS)
    },
  )

  test('leaves the payer free to approve it after all', async () => {
    const { here, there, bank, row } = await openNodes(() => pause(0))
    expect((await there.cancel(row)).state).toBe('cancelled')
    const settled = await here.settle(await here.require(row.id), 'approval')
    expect(settled.checkout.state).toBe('paid')
    expect(bank.captures()).toBe(1)
  })
})

/** Builds a PayPal with an approved order; a capture takes as long as `wait` does. */
function openBank(checkoutId: string, ref: string, wait: () => Promise<unknown>) {
  const capturing = Promise.withResolvers<void>()
  let captures: object[] = []
  const fetch: Fetch = async (url) => {
    if (url.includes('/oauth2/')) return Response.json({ access_token: 'token', expires_in: 600 })
    if (url.includes('/customer/')) return Response.json({ items: [], links: [] })
    if (url.endsWith('/capture')) {
      capturing.resolve()
      await wait()
      captures = [{ id: `CAPTURE ${ref}`, status: 'COMPLETED', amount: USD }]
    }
    const status = captures.length > 0 ? 'COMPLETED' : 'APPROVED'
    const unit = { custom_id: checkoutId, amount: USD, payments: { captures } }
    return Response.json({ id: ref, status, purchase_units: [unit] })
  }
  return { fetch, capturing: capturing.promise, captures: () => captures.length }
}

function createNode(database: Database, fetch: Fetch) {
  const clock = () => NOW
  const keys = { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1' }
  const address = { apiBase: 'http://localhost', livemode: false, timeoutMs: 5_000 }
  const settings = { ...keys, ...address, installationId: 'ours', fetch, clock }
  return createCheckouts({
    database,
    providers: { paypal: createPaypalProvider(settings) },
    bus: createMemoryBus(),
    limits: { maxCents: 1_000_000 },
    clock,
    logger: pino({ level: 'silent' }),
  })
}
