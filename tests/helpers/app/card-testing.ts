import { randomUUID } from 'node:crypto'
import { noteDeclines } from '#server/features/card-testing/card-testing.ts'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import type { TestResponse, TestDonor } from './app.ts'
import { buildCheckout } from '../databases/builders.ts'
import { begin, requireCheckoutRow, type BegunCheckout } from './checkouts.ts'
import type { PaymentHarness } from './payment-harness.ts'

/** The smallest request that begins a checkout. */
export const BEGIN_REQUEST = {
  method: 'POST',
  url: '/api/create-checkout-session',
  payload: { amountCents: 100 },
} as const

export function beginWithProof(
  donor: TestDonor,
  proof: string,
  remoteAddress = '127.0.0.1',
): Promise<TestResponse> {
  return donor.call({ ...BEGIN_REQUEST, headers: { 'x-proof-of-work': proof }, remoteAddress })
}

/** Adds checkouts to an account: one now, all others a minute ago. */
export async function addCheckouts(
  harness: PaymentHarness,
  donor: TestDonor,
  count: number,
): Promise<void> {
  const { ref } = await begin(donor, 'stripe')
  const { user_id, created_at: now } = await requireCheckoutRow(harness.server, ref)
  const checkout = () => buildCheckout({ user_id, created_at: now - 60_000 })
  await Promise.all(
    Array.from({ length: count - 1 }, () =>
      harness.server.database.write(insertCheckouts, checkout()),
    ),
  )
}

/** Adds declines to one new checkout. */
export async function addDeclines(
  harness: PaymentHarness,
  donor: TestDonor,
  { count, remoteAddress = '127.0.0.1' }: { count: number; remoteAddress?: string },
): Promise<void> {
  const row = await requireCheckoutRow(harness.server, (await beginFrom(donor, remoteAddress)).ref)
  const { id: checkoutId, user_id: userId, created_at: now } = row
  const decline = () => ({ key: randomUUID(), checkoutId, userId, at: now, now })
  await Promise.all(
    Array.from({ length: count }, () => harness.server.database.write(noteDeclines, decline())),
  )
}

/** Declines cards in one new checkout; returns Stripe's events of them too. */
export async function declineCards(
  { server, payments, donor }: Pick<PaymentHarness, 'server' | 'payments' | 'donor'>,
  { count, remoteAddress = '127.0.0.1' }: { count: number; remoteAddress?: string },
) {
  const begun = await beginFrom(donor, remoteAddress)
  const { id } = await requireCheckoutRow(server, begun.ref)
  for (let attempt = 0; attempt < count; attempt += 1) {
    await payments.payers.stripe.beDeclined(begun.ref, begun.url)
  }
  const type = 'payment_intent.payment_failed'
  const events = await Promise.all(
    Array.from({ length: count }, (_, skip) =>
      payments.requireWebhook({ provider: 'stripe', type, body: id, skip }),
    ),
  )
  return { begun, events }
}

async function beginFrom(donor: TestDonor, remoteAddress: string): Promise<BegunCheckout> {
  const answer = await donor.call({ ...BEGIN_REQUEST, remoteAddress })
  if (answer.statusCode !== 200) throw new Error(`Nothing was begun: ${answer.body}`)
  const { id: ref, url } = answer.json<{ id: string; url: string }>()
  return { provider: 'stripe', ref, url }
}
