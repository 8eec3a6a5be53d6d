import type { Insertable } from 'kysely'
import type { Reader, Write } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { CheckoutsTable } from '#server/infra/database/schema/schema.ts'
import {
  admit,
  type Admission,
  type Tally,
  type VerifiedProof,
} from '#server/features/card-testing/card-testing.ts'

export interface NewCheckout {
  checkout: Insertable<CheckoutsTable>
  /** The key of the client's address; null if it is unknown. */
  addressKey: string | null
  proof: VerifiedProof | null
}

/** Stores the checkouts that are admitted; returns for each whether it was, and what is missing. */
export const beginCheckouts: Write<NewCheckout, Admission> = {
  name: 'checkouts.begin',
  apply: async (writer, inputs) => {
    const applicants = inputs.map(({ checkout, addressKey, proof }) => ({
      checkoutId: checkout.id,
      userId: checkout.user_id,
      addressKey,
      proof,
      at: checkout.created_at,
    }))
    const admissions = await admit(writer, applicants, (userIds, span) =>
      tallyCheckouts(writer, userIds, span),
    )
    const admitted = inputs.filter((_, index) => admissions[index]?.is === 'admitted')
    await insertRows(
      writer,
      'checkouts',
      admitted.map(({ checkout }) => checkout),
    )
    return admissions
  },
}

async function tallyCheckouts(
  reader: Reader,
  userIds: readonly string[],
  { since, recently }: { since: number; recently: number },
): Promise<Map<string, Tally>> {
  const rows = await reader
    .selectFrom('checkouts')
    .select(({ fn }) => [
      'user_id',
      fn.countAll<number>().filterWhere('created_at', '>', recently).as('recent'),
      fn.countAll<number>().as('total'),
      fn.min('created_at').as('oldest'),
    ])
    .where('user_id', 'in', userIds)
    .where('created_at', '>', since)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, ...tally }) => [user_id, tally]))
}
