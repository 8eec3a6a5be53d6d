import { pino } from 'pino'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { createCheckouts, type Checkouts } from '#server/features/checkouts/checkouts.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Fetch } from '#server/payments/fetch.ts'
import { createPaypalProvider } from '#server/payments/paypal/paypal.ts'

const USD = { currency_code: 'USD', value: '5.00' }

/** A PayPal with one order that its payer has approved. */
export interface SlowPaypal {
  fetch: Fetch
  /** Resolves when a capture has begun. */
  capturing: Promise<void>
  /** Returns the number of captures that took money. */
  captures(): number
}

/** Opens a PayPal with the approved order `ref`; a capture takes as long as `wait` does. */
export function openSlowPaypal(
  checkoutId: string,
  ref: string,
  wait: () => Promise<unknown>,
): SlowPaypal {
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

/** Creates the checkouts of one node, whose PayPal answers by `fetch`. */
export function createPaypalCheckouts(
  database: Database,
  fetch: Fetch,
  clock: () => number,
): Checkouts {
  const keys = { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1' }
  const address = { apiBase: 'http://localhost', livemode: false, timeoutMs: 60_000 }
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
