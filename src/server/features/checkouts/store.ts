import { sql, type Insertable, type Selectable } from 'kysely'
import type { CheckoutState, ProviderName } from '#contract/checkout-states.ts'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import { writeEach, type Reader, type Write } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { CheckoutsTable } from '#server/infra/database/schema/schema.ts'
import { recordCaptures, selectCheckoutOfCapture } from '#server/features/ledger/ledger.ts'
import {
  countMovedTexts,
  insertTexts,
  screenCaptures,
  type TextedCapture,
} from '#server/features/names/names.ts'
import { withoutErased } from './erased-captures.ts'
import { transitionOf, UNFINISHED, type Cause } from './state.ts'

/** The most pending payments of a user to list, more than anybody has. */
const MAX_PENDING = 50

export type CheckoutRow = Selectable<CheckoutsTable>

/** Returns the names that log lines about a checkout bear. */
export function namesOf({ id, donation_id }: Pick<CheckoutRow, 'id' | 'donation_id'>) {
  return { checkout: id, donation: donation_id }
}

export const insertCheckouts: Write<Insertable<CheckoutsTable>, null> = {
  name: 'checkouts.insert',
  apply: async (writer, checkouts) => {
    await insertRows(writer, 'checkouts', checkouts)
    return checkouts.map(() => null)
  },
}

/**
 * Stores since when a checkout's capture names more refunds than are listed; null for no longer.
 */
export const noteUnlisted = writeEach(
  'checkouts.note-unlisted',
  async (writer, { id, at }: { id: string; at: number | null }) => {
    await writer.updateTable('checkouts').set({ unlisted_since: at }).where('id', '=', id).execute()
    return null
  },
)

export interface Transition {
  id: string
  /**
   * The cause of the move. The excluded causes have writes of their own, which store their proof.
   */
  cause: Exclude<Cause, 'started' | 'paid' | 'accepted' | 'refunded'>
  reason: string | null
  at: number
}

/** Moves a checkout if the state machine allows it; otherwise changes nothing. */
export const moveCheckout = writeEach(
  'checkouts.move',
  async (writer, { id, cause, reason, at }: Transition) => {
    const { from, to } = transitionOf(cause)
    await writer
      .updateTable('checkouts')
      .set({ state: to, reason, updated_at: at, ...(isOver(to) && { pending_payer_name: null }) })
      .where('id', '=', id)
      .where('state', 'in', from)
      .execute()
    return null
  },
)

/** Returns whether the pending payer's name is no longer needed in a state. */
function isOver(state: CheckoutState): boolean {
  return state !== 'processing' && state !== 'review'
}

/** Sets when a checkout is checked again, Unix ms. */
export const scheduleCheck = writeEach(
  'checkouts.schedule-check',
  async (writer, { id, at }: { id: string; at: number }) => {
    await writer.updateTable('checkouts').set({ next_check_at: at }).where('id', '=', id).execute()
    return null
  },
)

/**
 * Books captures with their movements, and marks the checkouts of new ones paid. Returns for each
 * the last version of the board that came of it; null if everything was booked before.
 */
export const bookCaptures: Write<TextedCapture, number | null> = {
  name: 'checkouts.book-captures',
  apply: async (writer, captures) => {
    const screened = await screenCaptures(writer, await withoutErased(writer, captures))
    const { captured, moved } = await recordCaptures(writer, screened.captures)
    if (captured.length > 0) {
      const newIds = captured.map(({ checkoutId }) => checkoutId)
      await insertTexts(writer, screened.rows, newIds)
      await writer
        .updateTable('checkouts')
        .set({
          state: transitionOf('paid').to,
          reason: null,
          pending_payer_name: null,
          updated_at: captures[0]?.timestamp ?? 0,
        })
        .where('id', 'in', newIds)
        .where('state', 'in', transitionOf('paid').from)
        .execute()
    }
    const movedIds = new Set(moved.map(({ checkoutId }) => checkoutId))
    const movedCaptures = captures.filter(({ checkoutId }) => movedIds.has(checkoutId))
    await countMovedTexts(
      writer,
      movedCaptures.map(({ donationId }) => donationId),
    )
    const versions = new Map(
      [...captured, ...moved].map(({ checkoutId, version }) => [checkoutId, version]),
    )
    return captures.map(({ checkoutId }) => takeOnce(versions, checkoutId))
  },
}

/** Returns the version once: of two captures of one checkout in a group only the first is new. */
function takeOnce(versions: Map<string, number>, checkoutId: string): number | null {
  const version = versions.get(checkoutId) ?? null
  versions.delete(checkoutId)
  return version
}

export async function requireCheckout(reader: Reader, id: string): Promise<CheckoutRow> {
  return reader.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function findById(reader: Reader, id: string): Promise<CheckoutRow | undefined> {
  return reader.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findByRef(
  reader: Reader,
  provider: ProviderName,
  ref: string,
): Promise<CheckoutRow | undefined> {
  return reader
    .selectFrom('checkouts')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_ref', '=', ref)
    .executeTakeFirst()
}

const selectByDonations = queryByKeys((reader, donationIds: readonly string[]) =>
  reader.selectFrom('checkouts').selectAll().where('donation_id', 'in', donationIds),
)

/** Returns the checkouts of donations; a donation that has none is left out. */
export async function findByDonations(
  reader: Reader,
  donationIds: readonly string[],
): Promise<CheckoutRow[]> {
  if (donationIds.length === 0) return []
  return selectByDonations(reader, donationIds)
}

/** Returns the checkout whose capture the ledger has booked under this id. */
export async function findByCapture(
  reader: Reader,
  provider: ProviderName,
  captureId: string,
): Promise<CheckoutRow | undefined> {
  return reader
    .selectFrom('checkouts')
    .selectAll()
    .where('id', '=', selectCheckoutOfCapture(reader, provider, captureId))
    .executeTakeFirst()
}

/** Returns a user's pending payments, newest first. */
export async function findProcessing(reader: Reader, userId: string): Promise<CheckoutRow[]> {
  return reader
    .selectFrom('checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'processing')
    .orderBy('created_at', 'desc')
    .limit(MAX_PENDING)
    .execute()
}

/** Returns a donor's checkouts that wait for their payer, the newest first. */
export async function findAwaitingPayer(reader: Reader, userId: string): Promise<CheckoutRow[]> {
  return reader
    .selectFrom('checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'awaiting_payer')
    .orderBy('id', 'desc')
    .execute()
}

/** The longest pause between two checks of a checkout, ms. */
export const LONGEST_CHECK_PAUSE_MS = 60 * 60_000

/**
 * Returns the ids of unfinished checkouts that are due to be checked by a time, Unix ms, the longest
 * due first. A check that is due later than any pause was planned by a clock that was ahead, and is
 * due, too.
 */
export async function findUnfinished(reader: Reader, dueBy: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('checkouts')
    .select('id')
    .where(
      'state',
      'in',
      UNFINISHED.map((state) => sql.lit(state)),
    )
    .where((where) =>
      where.or([
        where('next_check_at', '<=', dueBy),
        where('next_check_at', '>', dueBy + LONGEST_CHECK_PAUSE_MS),
      ]),
    )
    .orderBy('next_check_at')
    .execute()
  return rows.map(({ id }) => id)
}
