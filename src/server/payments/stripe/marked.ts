import type Stripe from 'stripe'
import { readEach } from '../reading/listing.ts'
import type { MarkedPage, MarkedPayment } from '../reading/marked-payments.ts'
import { ask } from './failures.ts'
import { listedSessionSchema, sessionPageSchema, type ListedSession } from './schemas.ts'

/** The largest page that Stripe returns. */
const PAGE = 100

/** Implements `PaymentProvider.listMarked`. Stripe never deletes its sessions. */
export async function* listMarked(
  stripe: Stripe,
  ownIds: ReadonlySet<string>,
): AsyncGenerator<MarkedPage> {
  let last: string | undefined
  do {
    const page = await fetchPage(stripe, last)
    const { items, unreadable } = readEach(page.data, (session) =>
      toMarked(listedSessionSchema.parse(session), ownIds),
    )
    yield { items: items.flat(), unreadable, limit: null }
    last = page.has_more ? page.data.at(-1)?.id : undefined
  } while (last !== undefined)
}

function fetchPage(stripe: Stripe, last: string | undefined) {
  const after = last === undefined ? {} : { starting_after: last }
  return ask(async () =>
    // Reads one page: the SDK's own iterator would continue by itself.
    sessionPageSchema.parse(
      await stripe.checkout.sessions.list({ status: 'complete', limit: PAGE, ...after }),
    ),
  )
}

function toMarked(session: ListedSession, ownIds: ReadonlySet<string>): MarkedPayment[] {
  const { installation_id: installationId, checkout_id: checkoutId } = session.metadata ?? {}
  if (installationId === undefined || checkoutId === undefined) return []
  // Sessions of other software may have any shape; those with a mark must match the schema.
  const { payment_status, amount_total, currency, created } = session
  if (payment_status !== 'paid') return []
  return [
    {
      installationId,
      isOurs: ownIds.has(installationId),
      checkoutId,
      ref: session.id,
      captureId: null,
      amountCents: amount_total ?? 0,
      currency: (currency ?? 'none').toUpperCase(),
      at: created * 1000,
      payerName: null,
      donationId: session.metadata?.['donation_id'] ?? null,
    },
  ]
}
