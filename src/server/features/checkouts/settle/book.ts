import type { Logger } from 'pino'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { netOf } from '#server/payments/reading/money-effects.ts'
import type { Capture, ObjectRef, Payment } from '#server/payments/provider.ts'
import { concernId, type Concerns } from '#server/features/concerns/concerns.ts'
import type { TextedCapture } from '#server/features/names/names.ts'
import { isFromPayer, type SettleTrigger } from './settle-trigger.ts'
import { findCaptureTimes } from './capture-time.ts'
import { reportDisputes } from './open-disputes.ts'
import { NO_HISTORY, readHistory, requireWhole, type ReadHistory } from './history.ts'
import { cleanPayerName } from './payer-name.ts'
import type { Providers } from '../providers.ts'
import { mayHaveEntries } from '../state.ts'
import { bookCaptures, namesOf, type CheckoutRow } from '../store.ts'

export interface BookDeps {
  database: Database
  providers: Providers
  bus: Bus
  clock: () => number
}

export interface BookingDeps extends BookDeps {
  logger: Pick<Logger, 'info'>
  concerns: Pick<Concerns, 'raise' | 'end'>
}

/** The money that a provider has taken for a checkout. */
export type CaptureFacts = Pick<
  Extract<Payment, { status: 'paid' }>,
  'capture' | 'hasMoved' | 'payerName'
>

/** The result of booking a payment. */
export interface Booked {
  /** The cents that the provider has left of it. */
  netCents: number
  /** True if its whole history could be read. */
  isWhole: boolean
}

/**
 * Books a capture with its history of refunds and disputes. Unless the payer asks, fails if an
 * expected part could not be read; what could be read is booked anyway.
 */
export async function book(
  deps: BookingDeps,
  checkout: CheckoutRow,
  { capture, hasMoved, payerName }: CaptureFacts,
  { trigger, expected }: { trigger: SettleTrigger; expected: readonly ObjectRef[] },
): Promise<Booked> {
  // The payer does not wait for the history unless the provider hints that there is one.
  const isBrief = isFromPayer(trigger) && !hasMoved
  const history = isBrief ? NO_HISTORY : await readHistory(deps, checkout, { capture, expected })
  const confirmed = confirmCapture(checkout, { capture, payerName }, history, deps.clock())
  const version = await deps.database.write(bookCaptures, confirmed)
  if (version !== null) {
    const { objectId, amountCents, movements } = confirmed
    const line = { ...namesOf(checkout), provider: checkout.provider, capture: objectId }
    const kinds = movements.map(({ kind }) => kind)
    deps.logger.info({ ...line, amountCents, movements: kinds, trigger }, 'payment booked')
    deps.bus.publish()
  }
  if (!isBrief) {
    await reportDoubts(deps.concerns, checkout, history)
    await reportDisputes(deps.concerns, checkout, history)
  }
  if (!isFromPayer(trigger)) requireWhole(history, expected)
  return { netCents: netCentsOf(capture, history), isWhole: history.unread.length === 0 }
}

/** Returns the capture and history to book; `timestamp` is Unix ms. */
export function confirmCapture(
  checkout: CheckoutRow,
  { capture, payerName }: Pick<CaptureFacts, 'capture' | 'payerName'>,
  history: ReadHistory,
  timestamp: number,
): TextedCapture {
  return {
    checkoutId: checkout.id,
    donationId: checkout.donation_id,
    userId: checkout.user_id,
    provider: checkout.provider,
    objectId: capture.id,
    amountCents: capture.amountCents,
    livemode: checkout.livemode,
    name: cleanPayerName(payerName ?? checkout.pending_payer_name),
    texts: {
      displayName: checkout.display_name,
      anonymous: checkout.anonymous === 1,
      message: checkout.message,
    },
    optionId: checkout.option_id,
    teamId: checkout.team_id,
    timestamp,
    ...findCaptureTimes(checkout, capture, timestamp),
    movements: history.movements,
    objectIds: history.objectIds,
    lastMovementId: history.lastMovementId,
  }
}

/** Opens a concern about amounts of the payment that cannot be known, and ends it when they can. */
async function reportDoubts(
  concerns: BookingDeps['concerns'],
  { id, state, provider, provider_ref: paymentRef }: CheckoutRow,
  { doubts, unread }: ReadHistory,
): Promise<void> {
  if (doubts.length > 0) {
    const details = { checkoutId: id, paymentRef }
    const message = doubts.join(' ')
    return concerns.raise({ kind: 'dispute_unclear', subject: id, message, details, provider })
  }
  const mayBeOver = mayHaveEntries(state) && unread.length === 0
  if (mayBeOver) await concerns.end(concernId('dispute_unclear', id))
}

function netCentsOf({ amountCents }: Capture, { movements }: ReadHistory): number {
  return netOf([{ kind: 'capture', amountCents }, ...movements])
}
