import { AppError } from '#contract/app-error.ts'
import type { Database } from '#server/infra/database/database.ts'
import { isPermissionDenied } from '#server/payments/failures/failures.ts'
import type { Capture, MoneyHistory, ObjectRef } from '#server/payments/provider.ts'
import { findLastMovementId, findMovements, toObjectRefs } from '#server/features/ledger/ledger.ts'
import { requireProvider, type Providers } from '../providers.ts'
import { mayHaveEntries } from '../state.ts'
import { noteUnlisted, type CheckoutRow } from '../store.ts'

export interface ReadHistory extends MoneyHistory {
  /** The id of the last movement that the ledger had when the provider was asked. */
  lastMovementId: number
}

export const NO_HISTORY: ReadHistory = {
  movements: [],
  objectIds: [],
  unread: [],
  missing: [],
  disputes: [],
  doubts: [],
  lastMovementId: 0,
}

/**
 * Reads the history of a captured payment: what its provider lists, what events have named and what
 * the ledger has. Returns failures in `unread`, so that the capture itself can be booked.
 */
export async function readHistory(
  deps: { database: Database; providers: Providers; clock: () => number },
  checkout: CheckoutRow,
  { capture, expected }: { capture: Capture; expected: readonly ObjectRef[] },
): Promise<ReadHistory> {
  // A concurrent booking changes the last movement, which is compared again in the transaction.
  const recorded = mayHaveEntries(checkout.state)
    ? await findMovements(deps.database.reader, checkout.id)
    : []
  const known = toObjectRefs(recorded).filter(({ id }) => id !== capture.id)
  const lastMovementId = findLastMovementId(recorded)
  const payment = {
    ref: checkout.provider_ref ?? '',
    captureId: capture.id,
    refundedCents: capture.refundedCents,
    unlistedSince: checkout.unlisted_since,
    expected: [...known, ...expected],
  }
  try {
    const history = await requireProvider(deps.providers, checkout).findHistory(payment)
    await trackUnlisted(deps, checkout, { capture, history })
    // Entries of the ledger stay recorded even if the provider has forgotten them.
    const isAwaited = (id: string) => id === capture.id || expected.some((one) => one.id === id)
    return { ...history, lastMovementId, missing: history.missing.filter(isAwaited) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const parts = ['refunds', 'reversals', 'disputes'] as const
    return { ...NO_HISTORY, lastMovementId, unread: parts.map((part) => ({ part, error })) }
  }
}

/** Stores since when the capture names more refunds than are listed; clears it once they are. */
async function trackUnlisted(
  { database, clock }: { database: Database; clock: () => number },
  { id, unlisted_since: since }: CheckoutRow,
  { capture, history: { missing, movements } }: { capture: Capture; history: MoneyHistory },
): Promise<void> {
  if (capture.refundedCents === null) return
  const isRecorded = movements.some(({ objectId }) => objectId === capture.id)
  const isBehind = isRecorded || missing.includes(capture.id)
  if (isBehind === (since !== null)) return
  await database.write(noteUnlisted, { id, at: isBehind ? clock() : null })
}

/**
 * Fails if a part could not be read, or if the provider does not list yet what it has told
 * elsewhere: the caller must ask again. A part that our key may not read fails only if it is
 * expected.
 */
export function requireWhole(
  { unread, missing }: ReadHistory,
  expected: readonly ObjectRef[],
): void {
  const failure = unread.find(
    ({ part, error }) => !isPermissionDenied(error) || expected.some((one) => one.part === part),
  )
  if (failure !== undefined) throw failure.error
  if (missing.length === 0) return
  throw new AppError('failed-precondition', 'The provider does not list what it has told of.', {
    cause: new Error(`Missing: ${missing.join(', ')}.`),
  })
}
