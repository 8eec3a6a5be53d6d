import type { Selectable } from 'kysely'
import type { AuditEntry } from '#contract/host/audit.ts'
import type { StoryEntry } from '#contract/host/donations.ts'
import type {
  DonationNotesTable,
  HostRefundsTable,
} from '#server/infra/database/schema/host-donations-tables.ts'
import type { LedgerKind, ReceiptKind } from '#server/infra/database/schema/schema.ts'
import { MONEY_EFFECTS } from '#server/payments/reading/money-effects.ts'
import type { CheckoutRow } from '#server/features/checkouts/checkouts.ts'
import type { PaymentEntry } from '#server/features/ledger/ledger.ts'
import { HELD, type ReceiptMail } from '#server/features/receipts/receipts.ts'
import type { PaymentEvent } from '#server/features/webhooks/webhooks.ts'

/** Returns the e-mail of a host's account; null if it is gone. */
export type FindActor = (userId: string) => string | null

const NOTHING = { detail: null, amountCents: null, objectId: null, actor: null }

export function tellCheckout(checkout: CheckoutRow): StoryEntry[] {
  const { state, provider_ref: objectId, amount_cents: amountCents, reason } = checkout
  const begun: StoryEntry = {
    ...NOTHING,
    kind: 'checkout',
    at: toTime(checkout.created_at),
    title: 'Checkout begun',
    detail: checkout.disclaimer_version && `Disclaimer ${checkout.disclaimer_version} accepted`,
    amountCents,
    objectId,
  }
  const titles: Partial<Record<CheckoutRow['state'], string>> = {
    processing: 'Pending at the provider',
    failed: 'Payment failed',
    expired: 'Checkout expired',
    cancelled: 'Checkout cancelled',
    review: 'Put in review',
  }
  const title = titles[state]
  if (title === undefined) return [begun]
  const at = toTime(checkout.updated_at)
  return [begun, { ...NOTHING, kind: 'checkout', at, title, detail: reason }]
}

export function tellEvent(event: PaymentEvent): StoryEntry {
  const state = event.parked_at === null && event.handled_at === null ? 'Waits' : tellOutcome(event)
  return {
    ...NOTHING,
    kind: 'event',
    at: toTime(event.received_at),
    title: `Event ${event.type}`,
    detail: event.parked_at === null ? state : `Put aside: ${event.outcome ?? 'no reason'}`,
    objectId: event.event_id,
  }
}

/** Leaves out the state of a payment that is paid: after a refund it would be read as what happened. */
function tellOutcome({ outcome }: PaymentEvent): string | null {
  return outcome === 'paid' ? null : outcome
}

const MONEY_TITLES: Record<LedgerKind, string> = {
  capture: 'Captured',
  refund: 'Refunded',
  refund_reversal: 'Refund failed, money back',
  dispute_open: 'Dispute opened',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
}

export function tellMoney({ kind, amountCents, objectId, createdAt }: PaymentEntry): StoryEntry {
  return {
    ...NOTHING,
    kind: 'money',
    at: toTime(createdAt),
    title: MONEY_TITLES[kind],
    amountCents: amountCents * MONEY_EFFECTS[kind],
    objectId,
  }
}

const MAIL_TITLES: Record<ReceiptKind, string> = {
  donation: 'Receipt',
  refund: 'Mail about the refund',
  refund_reversal: 'Mail about the failed refund',
}

export function tellMail(mail: ReceiptMail): StoryEntry {
  const isWaiting = mail.finished_at === null
  const outcome =
    mail.outcome === HELD ? 'for the email to be confirmed' : (mail.outcome ?? 'Not tried yet')
  return {
    ...NOTHING,
    kind: 'mail',
    at: toTime(mail.finished_at ?? mail.created_at),
    title: `${MAIL_TITLES[mail.kind]} ${isWaiting ? 'waits' : 'mailed'}`,
    detail: isWaiting || outcome !== 'sent' ? outcome : null,
    amountCents: mail.amount_cents,
  }
}

export function tellRefund(refund: Selectable<HostRefundsTable>, actor: FindActor): StoryEntry[] {
  const by = { kind: 'refund' as const, amountCents: refund.amount_cents }
  const asked: StoryEntry = {
    ...NOTHING,
    ...by,
    at: toTime(refund.created_at),
    title: 'Refund requested',
    detail: refund.reason,
    actor: actor(refund.requested_by),
  }
  if (refund.finished_at === null) {
    const detail = refund.message ?? 'The provider has not confirmed it yet.'
    const at = toTime(refund.created_at)
    const objectId = refund.object_id
    return [asked, { ...NOTHING, ...by, at, title: 'Refund on its way', detail, objectId }]
  }
  if (refund.is_failed === 0) return [asked]
  const at = toTime(refund.finished_at)
  return [asked, { ...NOTHING, ...by, at, title: 'Refund failed', detail: refund.message }]
}

export function tellNote(note: Selectable<DonationNotesTable>, actor: FindActor): StoryEntry {
  return {
    ...NOTHING,
    kind: 'note',
    at: toTime(note.created_at),
    title: 'Note',
    detail: note.text,
    actor: actor(note.author_id),
  }
}

const DECISION_TITLES: Record<string, string> = {
  'text.approved': 'Name and message approved',
  'text.name_approved': 'Name approved, message not',
  'text.denied': 'Name and message denied',
  'text.renamed': 'Renamed',
  'text.hidden': 'Hidden',
  'text.shown': 'Shown again',
  'text.undone': 'Decision taken back',
  'text.edited': 'Name or message changed',
}

export function tellDecision(entry: AuditEntry, actor: FindActor): StoryEntry {
  const { action, at, after } = entry
  const isChange = action === 'text.renamed' || action === 'text.edited'
  return {
    ...NOTHING,
    kind: 'decision',
    at,
    title: DECISION_TITLES[action] ?? action,
    detail: isChange ? describeTexts(after) : null,
    actor: actor(entry.actor.id),
  }
}

/** Describes the texts that a host gave a donation; null for none, or for erased ones. */
function describeTexts(after: AuditEntry['after']): string | null {
  const { name, message } = after ?? {}
  const parts = [
    typeof name === 'string' ? [`Name: ${name}`] : [],
    message === '' ? ['No message'] : [],
    typeof message === 'string' && message !== '' ? [`Message: ${message}`] : [],
  ].flat()
  return parts.length === 0 ? null : parts.join('. ')
}

function toTime(at: number): string {
  return new Date(at).toISOString()
}
