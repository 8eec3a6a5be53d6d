import { AppError } from '#contract/app-error.ts'
import type { HostDonation, HostDonationStory } from '#contract/host/donations.ts'
import { hasPermission, type HostRole } from '#contract/host/roles.ts'
import { findTextDecisions } from '#server/features/audit/audit.ts'
import { findEmails } from '#server/features/accounts/accounts.ts'
import { findCheckoutsNamed, type CheckoutRow } from '#server/features/checkouts/checkouts.ts'
import { findEntriesOf, findSummedById } from '#server/features/ledger/ledger.ts'
import { findTextsOf, toShownTexts } from '#server/features/names/names.ts'
import { findMailsOf } from '#server/features/receipts/receipts.ts'
import { findEventsOf } from '#server/features/webhooks/webhooks.ts'
import type { ListDeps } from '../list/list.ts'
import { viewAttempts, viewDonations } from '../list/views.ts'
import { findRefundable } from '../refunds/requests.ts'
import { findRefunds } from '../refunds/store.ts'
import {
  tellCheckout,
  tellDecision,
  tellEvent,
  tellMail,
  tellMoney,
  tellNote,
  tellRefund,
} from './entries.ts'
import { findNotes } from './notes-store.ts'

/**
 * Returns all that happened to a donation and a role may read; throws `not-found` if there is none
 * under the id.
 */
export async function tellStory(
  deps: ListDeps,
  donationId: string,
  role: HostRole | null,
): Promise<HostDonationStory> {
  const { database } = deps
  const { reader } = database
  const checkout = await requireCheckoutOf(deps, donationId)
  const summed = await findSummedById(reader, donationId)
  const [donation] =
    summed === undefined
      ? await viewAttempts(database, [checkout])
      : await viewDonations(database, [summed])
  if (donation === undefined) throw missing()
  const refundableCents = summed === undefined ? 0 : await findRefundable(database, summed)
  const story = await gather(deps, checkout, donation, role)
  // Entries of the same moment keep the order in which they are gathered: causes before effects.
  return {
    donation,
    refundableCents,
    texts: summed === undefined ? null : await readTexts(deps, donation, role),
    story: story.toSorted((a, b) => compare(a.at, b.at)),
  }
}

async function readTexts(
  { database: { reader } }: ListDeps,
  { id, name, isDeleted }: HostDonation,
  role: HostRole | null,
): Promise<HostDonationStory['texts']> {
  if (isDeleted || !hasPermission(role, 'moderation')) return null
  const row = (await findTextsOf(reader, [id])).get(id)
  // A donation without chosen texts shows the payer's given name.
  if (row === undefined) return { hidden: false, anonymous: false, name, message: null }
  return { hidden: row.hidden === 1, anonymous: row.anonymous === 1, ...toShownTexts(row) }
}

async function gather(
  { database }: ListDeps,
  checkout: CheckoutRow,
  { id, captureId, provider }: HostDonation,
  role: HostRole | null,
) {
  const { reader } = database
  const notes = await findNotes(reader, id)
  const refunds = await findRefunds(reader, id)
  const decisions = await findTextDecisions(reader, id, role)
  const emails = await findEmails(database, [
    ...notes.map(({ author_id }) => author_id),
    ...refunds.map(({ requested_by }) => requested_by),
    ...decisions.map((decision) => decision.actor.id),
  ])
  const actor = (userId: string) => emails.get(userId) ?? null
  const payment = { provider, ref: checkout.provider_ref, captureId }
  return [
    ...tellCheckout(checkout),
    ...(await findEventsOf(reader, payment)).map(tellEvent),
    ...refunds.flatMap((refund) => tellRefund(refund, actor)),
    ...(await findEntriesOf(reader, [checkout.id])).map(tellMoney),
    ...(await findMailsOf(reader, id)).map(tellMail),
    ...notes.map((note) => tellNote(note, actor)),
    ...decisions.toReversed().map((decision) => tellDecision(decision, actor)),
  ]
}

/** Returns the checkout of a donation of this mode; throws `not-found` if there is none. */
export async function requireCheckoutOf(
  { database, livemode }: Pick<ListDeps, 'database' | 'livemode'>,
  donationId: string,
): Promise<CheckoutRow> {
  const named = await findCheckoutsNamed(database.reader, donationId)
  const checkout = named.find((row) => row.donation_id === donationId)
  if (checkout === undefined || checkout.livemode !== livemode) throw missing()
  return checkout
}

function missing(): AppError {
  return new AppError('not-found', 'There is no donation under this id.')
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
