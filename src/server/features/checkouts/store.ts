import type { Insertable, Selectable } from 'kysely'
import type { CheckoutState, ProviderName } from '#contract/checkout-states.ts'
import { writeEach, type Reader, type Write } from '../../infra/database/database.ts'
import type { CheckoutsTable } from '../../infra/database/schema.ts'
import { recordCaptures, type ConfirmedCapture, type Donation } from '../ledger/ledger.ts'
import { statesBefore } from './state.ts'

export type CheckoutRow = Selectable<CheckoutsTable>

export const insertCheckouts: Write<Insertable<CheckoutsTable>, null> = {
  name: 'checkouts.insert',
  apply: async (writer, checkouts) => {
    await writer.insertInto('checkouts').values(checkouts).execute()
    return checkouts.map(() => null)
  },
}

/** Keeps the provider's session or order with the checkout that it was created for. */
export const attachRef = writeEach(
  'checkouts.attach-ref',
  async (writer, { id, ref, at }: { id: string; ref: string; at: number }) => {
    await writer
      .updateTable('checkouts')
      .set({ provider_ref: ref, state: 'awaiting_payer', updated_at: at })
      .where('id', '=', id)
      .where('state', 'in', statesBefore('awaiting_payer'))
      .execute()
    return null
  },
)

/** Notes that capture number `attempt` was declined; noting it again changes nothing. */
export const countDecline = writeEach(
  'checkouts.count-decline',
  async (writer, { id, attempt }: { id: string; attempt: number }) => {
    await writer
      .updateTable('checkouts')
      .set({ capture_attempt: attempt + 1 })
      .where('id', '=', id)
      .where('capture_attempt', '=', attempt)
      .execute()
    return null
  },
)

export interface Transition {
  id: string
  state: Exclude<CheckoutState, 'created' | 'paid'>
  reason: string | null
  at: number
}

/** Moves a checkout where the state machine allows it; otherwise it stays as it is. */
export const moveCheckout = writeEach(
  'checkouts.move',
  async (writer, { id, state, reason, at }: Transition) => {
    await writer
      .updateTable('checkouts')
      .set({ state, reason, updated_at: at })
      .where('id', '=', id)
      .where('state', 'in', statesBefore(state))
      .execute()
    return null
  },
)

/**
 * Books captures and marks their checkouts paid; answers the board version of each donation that
 * is new, and null for what was booked before.
 */
export const bookCaptures: Write<ConfirmedCapture, number | null> = {
  name: 'checkouts.book-captures',
  apply: async (writer, captures) => {
    const donations = await recordCaptures(writer, captures)
    const byCheckout = new Map(
      donations.map((donation) => [donation.checkout_id, donation.sequence]),
    )
    if (byCheckout.size > 0) {
      await writer
        .updateTable('checkouts')
        .set({ state: 'paid', reason: null, updated_at: captures[0]?.timestamp ?? 0 })
        .where('id', 'in', [...byCheckout.keys()])
        .execute()
    }
    return captures.map(({ checkoutId }) => takeOnce(byCheckout, checkoutId))
  },
}

/** Of two inputs for one checkout in one group only the first is told that it was new. */
function takeOnce(versions: Map<string, number>, checkoutId: string): number | null {
  const version = versions.get(checkoutId) ?? null
  versions.delete(checkoutId)
  return version
}

export async function requireCheckout(reader: Reader, id: string): Promise<CheckoutRow> {
  return reader.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
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

/** A user's checkout by our id or the provider's; somebody else's is not found. */
export async function findOwn(
  reader: Reader,
  userId: string,
  idOrRef: string,
): Promise<CheckoutRow | undefined> {
  return reader
    .selectFrom('checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('id', '=', idOrRef), eb('provider_ref', '=', idOrRef)]))
    .executeTakeFirst()
}

export async function findDonation(
  reader: Reader,
  { donation_id }: CheckoutRow,
): Promise<Donation | undefined> {
  return reader.selectFrom('donations').selectAll().where('id', '=', donation_id).executeTakeFirst()
}
