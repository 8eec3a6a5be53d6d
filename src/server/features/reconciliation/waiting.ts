import { hostname } from 'node:os'
import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import {
  UNKNOWN_PAYMENT,
  type Checkouts,
  type CheckoutRow,
  type DuplicatePayment,
} from '#server/features/checkouts/checkouts.ts'
import { concernId, ofThisMachine, type Concerns } from '#server/features/concerns/concerns.ts'
import type {
  ProviderHealth,
  ProviderReport,
} from '#server/features/provider-health/provider-health.ts'
import { labelOf } from '#server/payments/registry.ts'
import type { Events, ParkedEvent } from './events.ts'
import { PAYMENTS_MISSING } from './loss-watch.ts'
import {
  findOwnPayments,
  findWaitingConcerns,
  type EventScope,
  type WaitingEventDeps,
} from './waiting-events.ts'

export interface WaitingDeps extends WaitingEventDeps {
  concerns: Pick<Concerns, 'raise' | 'end' | 'endOfGoneMachines' | 'sync' | 'find' | 'list'>
  checkouts: Pick<Checkouts, 'findInReview' | 'findDuplicates' | 'countPaidElsewhere' | 'recognise'>
  inbox: Pick<Events, 'findParked' | 'findWaiting'>
  health: Pick<ProviderHealth, 'reports'>
}

/**
 * Updates the concerns about what waits for the host in the database and at the providers; ends
 * those that are over. While one concern covers all missing payments, their events get none of
 * their own.
 */
export async function noteWaiting(deps: WaitingDeps, scope: EventScope = 'late'): Promise<void> {
  const { concerns, checkouts, inbox, health } = deps
  const reports = health.reports()
  await concerns.sync('permission_missing', reports.flatMap(toDenials))
  await noteOffsets(concerns, reports)
  await concerns.sync('payment_in_review', (await checkouts.findInReview()).map(toReview))
  await concerns.sync('payment_duplicate', (await checkouts.findDuplicates()).map(toDuplicate))
  await concerns.sync(
    'payments_elsewhere',
    (await checkouts.countPaidElsewhere()).flatMap(toElsewhere),
  )
  const parked = await inbox.findParked()
  const isCovered = (await concerns.find(PAYMENTS_MISSING))?.endedAt === null
  const isReported = ({ outcome }: { outcome: string | null }) =>
    !(isCovered && outcome === UNKNOWN_PAYMENT)
  await concerns.sync('event_parked', parked.filter(isReported).map(toParked))
  const waiting = (await inbox.findWaiting()).filter(isReported)
  const open = (await concerns.list()).map(({ id }) => id)
  await concerns.sync('event_waiting', await findWaitingConcerns(deps, waiting, { scope, open }))
}

/**
 * Returns the payments of ours with changes that are not recorded: their events wait, or were
 * parked and the host has not decided.
 */
export async function findUnbooked(deps: WaitingDeps): Promise<string[]> {
  const { concerns, inbox } = deps
  const open = new Set((await concerns.list()).map(({ id }) => id))
  const parked = (await inbox.findParked()).filter((event) =>
    open.has(concernId('event_parked', toParked(event).subject)),
  )
  return findOwnPayments(deps, [...(await inbox.findWaiting()), ...parked])
}

function toDenials({ provider, problems }: ProviderReport) {
  return problems
    .filter(({ kind }) => kind === 'key_denied')
    .map(({ sentence }) => ({ subject: `${provider}: ${sentence}`, message: sentence, provider }))
}

/** Each node has its own clock, and knows nothing of the others'. */
async function noteOffsets(
  concerns: Pick<Concerns, 'raise' | 'end' | 'endOfGoneMachines'>,
  reports: readonly ProviderReport[],
): Promise<void> {
  const kind = 'clock_offset'
  await concerns.endOfGoneMachines(kind)
  for (const provider of PROVIDERS) {
    const subject = ofThisMachine(provider)
    const report = reports.find((one) => one.provider === provider)
    const problem = report?.problems.find((one) => one.kind === kind)
    // Version 0.1.0 had one concern for all nodes.
    await concerns.end(concernId(kind, provider))
    if (report === undefined || problem === undefined) {
      await concerns.end(concernId(kind, subject))
      continue
    }
    const { clockOffsetMs } = report
    const message = `On ${hostname()}: ${problem.sentence}`
    await concerns.raise({ kind, subject, message, provider, details: { clockOffsetMs } })
  }
}

function toReview(checkout: CheckoutRow) {
  const { id, provider, provider_ref: paymentRef, amount_cents: agreedCents, reason } = checkout
  return {
    subject: id,
    message: reason ?? 'The payment is not what was agreed.',
    provider,
    details: { checkoutId: id, paymentRef, agreedCents },
  }
}

function toDuplicate(duplicate: DuplicatePayment) {
  const { provider, payment_ref: paymentRef, checkout_id: checkoutId } = duplicate
  const { left_cents: leftCents, currency } = duplicate
  return {
    subject: `${provider}:${paymentRef}`,
    message: `The checkout ${checkoutId} was paid for twice, or by somebody else's software: besides its own payment there is ${paymentRef}, with ${leftCents} cents (${currency}) that the board does not count.`,
    provider,
    details: { checkoutId, paymentRef, captureId: duplicate.capture_id, leftCents, currency },
  }
}

function toElsewhere({ provider, count }: { provider: ProviderName; count: number }) {
  if (count === 0) return []
  const paid = count === 1 ? '1 paid checkout is' : `${count} paid checkouts are`
  return [
    {
      subject: provider,
      message: `${paid} of another account of ${labelOf(provider)} than the keys: what is refunded or disputed there cannot be followed. Put the former keys back to have it read, or dismiss this.`,
      provider,
      details: { checkouts: count },
    },
  ]
}

function toParked(event: ParkedEvent) {
  const { id, provider, event_id: eventId, type, payment_ref: paymentRef, outcome } = event
  const { capture_id: captureId, declined_checkout_id: declinedId } = event
  const isUnreadable = paymentRef === null && captureId === null && declinedId === null
  const why = outcome ?? 'the reason is not known'
  const when = isUnreadable ? '' : ' after many tries'
  return {
    subject: `${provider}:${eventId}`,
    message: `An event (${type}) was put aside${when}: ${why}.`.replace(/\.\.$/, '.'),
    provider,
    details: { id, eventId, type, paymentRef, captureId, isUnreadable },
  }
}
