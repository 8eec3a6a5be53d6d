import { randomUUIDv7 } from 'node:crypto'
import { pino } from 'pino'
import { createCheckouts } from '#server/features/checkouts/checkouts.ts'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { buildCheckout } from '#tests/helpers/builders.ts'
import { createMemoryProvider } from './memory-provider.ts'

/** Checkouts that a provider in memory says are paid, and the code that settles them. */
export interface SettleLoad {
  refs: string[]
  /** Settles one checkout as the donor's return does. */
  settle(ref: string): Promise<void>
}

export async function prepareLoad(
  database: Database,
  bus: Bus,
  count: number,
): Promise<SettleLoad> {
  const provider = createMemoryProvider()
  const refs = Array.from({ length: count }, () => `cs_test_${randomUUIDv7()}`)
  await withInFlight(64, refs, async (ref) => {
    const checkout = buildCheckout({ provider_ref: ref, user_id: `user-${ref.slice(-4)}` })
    provider.announce(ref, checkout.id, checkout.amount_cents)
    await database.write(insertCheckouts, checkout)
  })
  const checkouts = createCheckouts({
    database,
    providers: { stripe: provider },
    bus,
    limits: { maxCents: 1_000_000 },
    clock: Date.now,
    logger: pino({ level: 'silent' }),
  })
  return {
    refs,
    settle: async (ref) => {
      const checkout = await checkouts.locate('stripe', { paymentRef: ref, captureId: null })
      if (typeof checkout !== 'object') throw new Error(`${ref} is unknown.`)
      await checkouts.settle(checkout, 'status')
    },
  }
}

/** Works through the items with this number of them in flight. */
export async function withInFlight<Item>(
  inFlight: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

/** Returns the duration of `work` in seconds. */
export async function secondsOf(work: () => Promise<unknown> | void): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
