import { formatAmount } from '#contract/money.ts'
import { findOtherCurrency, isWaitedFor } from '#server/payments/failures/host-sentences.ts'
import {
  NOT_AT_PROVIDER,
  UNKNOWN_PAYMENT,
  type Checkouts,
  type CheckoutRow,
} from '#server/features/checkouts/checkouts.ts'
import { concernId } from '#server/features/concerns/concerns.ts'
import { labelOf } from '#server/payments/registry.ts'
import type { WaitingEvent } from './events.ts'

/** The time after which a waiting event needs a person, although its provider can be reached. */
const PATIENCE_MS = 15 * 60_000

export interface WaitingEventDeps {
  checkouts: Pick<Checkouts, 'recognise'>
  clock: () => number
}

/** The events that are reported: those that have waited for long, or all, as by hand. */
export type EventScope = 'late' | 'all'

/** The waiting events of one payment. */
interface WaitingPayment {
  checkout: CheckoutRow | undefined
  events: WaitingEvent[]
  /** The first of the events. */
  first: WaitingEvent
  /** The reason why they wait. */
  outcome: string
  /** The id of our checkout, or the provider's id. */
  subject: string
}

/**
 * Returns concerns about payments whose events wait although their provider can be reached, in
 * words for the host; about money in another currency at once. An `open` concern stays until its
 * events are handled.
 */
export async function findWaitingConcerns(
  deps: WaitingEventDeps,
  waiting: readonly WaitingEvent[],
  { scope, open }: { scope: EventScope; open: readonly string[] },
) {
  const now = deps.clock()
  const isAnyOpen = open.some((id) => id.startsWith('event_waiting:'))
  const unexplained = waiting.filter(
    ({ outcome }) => outcome !== NOT_AT_PROVIDER && (isAnyOpen || !isWaitedFor(outcome ?? '')),
  )
  const payments = await groupByPayment(deps, unexplained)
  return payments
    .filter(({ subject, outcome, events }) => {
      const isOpen = open.includes(concernId('event_waiting', subject))
      if (isOpen || findOtherCurrency(outcome) !== undefined) return true
      const since = Math.min(...events.map(({ received_at }) => received_at))
      return !isWaitedFor(outcome) && (scope === 'all' || now - since >= PATIENCE_MS)
    })
    .map(toConcern)
}

/** Returns the subjects of our payments among these events. */
export async function findOwnPayments(
  deps: Pick<WaitingEventDeps, 'checkouts'>,
  events: readonly WaitingEvent[],
): Promise<string[]> {
  const payments = await groupByPayment(deps, events)
  return payments
    .filter(({ checkout, outcome }) => checkout !== undefined || outcome === UNKNOWN_PAYMENT)
    .map(({ subject }) => subject)
}

async function groupByPayment(
  { checkouts }: Pick<WaitingEventDeps, 'checkouts'>,
  waiting: readonly WaitingEvent[],
): Promise<WaitingPayment[]> {
  const payments = new Map<string, WaitingPayment>()
  for (const event of waiting) {
    const { provider, payment_ref: paymentRef, capture_id: captureId } = event
    const found = await checkouts.recognise(provider, { paymentRef, captureId })
    const checkout = typeof found === 'object' ? found : undefined
    const subject = checkout?.id ?? `${provider}:${nameOf(event)}`
    const events = [...(payments.get(subject)?.events ?? []), event]
    const [first = event] = events
    payments.set(subject, { checkout, events, first, outcome: findOutcome(events), subject })
  }
  return [...payments.values()]
}

function nameOf({ payment_ref, capture_id, event_id }: WaitingEvent): string {
  return payment_ref ?? capture_id ?? event_id
}

/** Returns the outcome on which a person can act most. */
function findOutcome(events: readonly WaitingEvent[]): string {
  const outcomes = events.map(({ outcome }) => outcome ?? '')
  const inOtherCurrency = outcomes.find((outcome) => findOtherCurrency(outcome) !== undefined)
  return (
    inOtherCurrency ?? outcomes.findLast((outcome) => !isWaitedFor(outcome)) ?? outcomes[0] ?? ''
  )
}

function toConcern(payment: WaitingPayment) {
  const { subject, checkout, events, first } = payment
  return {
    subject,
    message: describe(payment),
    provider: first.provider,
    details: {
      checkoutId: checkout?.id ?? null,
      paymentRef: checkout?.provider_ref ?? first.payment_ref,
      captureId: first.capture_id,
      eventIds: events.map(({ event_id }) => event_id),
    },
  }
}

function describe({ checkout, events, first, outcome }: WaitingPayment): string {
  const label = labelOf(first.provider)
  const types = [...new Set(events.map(({ type }) => type))].join(', ')
  const name = checkout?.provider_ref ?? nameOf(first)
  const sum = checkout === undefined ? '' : ` of ${formatAmount(checkout.amount_cents)}`
  const payment = `the payment ${name}${sum}`
  const moved = findOtherCurrency(outcome)
  if (moved !== undefined) {
    const { currency, objectId } = moved
    return `${label} moved money of ${payment} in ${currency} (${objectId}), which cannot be subtracted from US dollars, so the donation stays as it was. See in ${label}'s dashboard what it has taken.`
  }
  if (outcome === UNKNOWN_PAYMENT) {
    return `${label} tells of ${payment} (${types}) as one of ours that the database does not know. See to it in ${label}'s dashboard; if an older copy was restored, run donation-royale reconcile --import`
  }
  return `What ${label} tells of ${payment} (${types}) could not be booked yet, and is tried again: ${outcome}`
}
