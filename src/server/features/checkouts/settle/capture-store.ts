import { sql } from 'kysely'
import { writeEach, type Writer } from '#server/infra/database/database.ts'
import { lockAccounts } from '#server/features/card-testing/card-testing.ts'
import { selectErasedUsers } from '#server/features/erasure/erasure.ts'
import type {
  SpendingPolicy,
  SpendingRefusal,
} from '#server/features/spending-limits/spending-limits.ts'
import { judgeBegun } from '../spending/judge.ts'
import { transitionOf, UNFINISHED } from '../state.ts'
import { moveCheckout, requireCheckout } from '../store.ts'

/**
 * Counts capture number `attempt` as declined: it has taken nothing, and the next one gets another
 * idempotency key. Counting it again changes nothing.
 */
export const countDecline = writeEach(
  'checkouts.count-decline',
  async (writer, { id, attempt }: { id: string; attempt: number }) => {
    await writer
      .updateTable('checkouts')
      .set({ capture_attempt: attempt + 1, capture_asked_at: null })
      .where('id', '=', id)
      .where('capture_attempt', '=', attempt)
      .execute()
    return null
  },
)

/** A request to the provider for a payment's money. */
export interface CaptureClaim {
  id: string
  /** The number of the attempt that is about to be made. */
  attempt: number
  at: number
  policy: SpendingPolicy
}

/** Whether the money may be asked for; if not, what has changed since the checkout was read. */
export type ClaimResult = 'claimed' | 'changed' | SpendingRefusal

/**
 * Stores that the provider is about to be asked for the money; from then on nobody can say that none
 * was taken. Returns `changed`, and changes nothing, if the payer has turned back or the attempt was
 * declined meanwhile, also by a request to another node. Cancels the checkout, and returns why, if
 * its donor's limits or pause allow it no more.
 */
export const claimCapture = writeEach(
  'checkouts.claim-capture',
  async (writer, claim: CaptureClaim): Promise<ClaimResult> => {
    const { id, attempt, at } = claim
    const refusal = await judgeClaim(writer, claim)
    if (refusal !== undefined) {
      await cancelUnasked.apply(writer, [{ id, at }])
      return refusal
    }
    const { numUpdatedRows } = await writer
      .updateTable('checkouts')
      .set(({ fn, val }) => ({ capture_asked_at: fn.coalesce('capture_asked_at', val(at)) }))
      .where('id', '=', id)
      .where('capture_attempt', '=', attempt)
      .where('state', '!=', 'cancelled')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return 'changed'
    // The row is locked now, so no node can cancel in between.
    await moveCheckout.apply(writer, [{ id, cause: 'resumed', reason: null, at }])
    return 'claimed'
  },
)

/** Judges a claim by its donor's limits, unless the money was asked for before: it may be taken. */
async function judgeClaim(
  writer: Writer,
  { id, at, policy }: CaptureClaim,
): Promise<SpendingRefusal | undefined> {
  const checkout = await requireCheckout(writer, id)
  if (checkout.capture_asked_at !== null) return undefined
  // An open checkout was counted when it was begun. One that had ended was not, so nothing else may
  // be begun meanwhile.
  const wasCounted = UNFINISHED.some((state) => state === checkout.state)
  if (!wasCounted) await lockAccounts(writer, [checkout.user_id], at)
  return judgeBegun(writer, checkout, { policy, now: at })
}

/** Cancels a checkout unless its money was asked for and nobody knows whether it was taken. */
export const cancelUnasked = writeEach(
  'checkouts.cancel-unasked',
  async (writer, { id, at }: { id: string; at: number }) => {
    const { from, to } = transitionOf('cancelled')
    await writer
      .updateTable('checkouts')
      .set({ state: to, reason: null, pending_payer_name: null, updated_at: at })
      .where('id', '=', id)
      .where('state', 'in', from)
      .where('capture_asked_at', 'is', null)
      .execute()
    return null
  },
)

/**
 * Stores the capture and payer of a pending payment, so that it is found if the provider forgets
 * its order.
 */
export const notePending = writeEach(
  'checkouts.note-pending',
  async (
    writer,
    { id, captureId, name }: { id: string; captureId: string; name: string | null },
  ) => {
    await writer
      .updateTable('checkouts')
      .set({
        pending_capture_id: captureId,
        pending_payer_name: sql`case when user_id in ${selectErasedUsers(writer)}
          then null else cast(${name} as text) end`,
      })
      .where('id', '=', id)
      .execute()
    return null
  },
)
