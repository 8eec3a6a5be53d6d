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

export interface Beginning {
  checkout: Insertable<CheckoutsTable>
  /** Names the address that it is begun from; null where nobody can say. */
  addressKey: string | null
  proof: VerifiedProof | null
}

/** Stores checkouts of those who may begin one; the others are told what they lack. */
export const beginCheckouts: Write<Beginning, Admission> = {
  name: 'checkouts.begin',
  apply: async (writer, beginnings) => {
    const applicants = beginnings.map(({ checkout, addressKey, proof }) => ({
      checkoutId: checkout.id,
      userId: checkout.user_id,
      addressKey,
      proof,
      at: checkout.created_at,
    }))
    const admissions = await admit(writer, applicants, (userIds, span) =>
      tallyCheckouts(writer, userIds, span),
    )
    const begun = beginnings.filter((_, index) => admissions[index]?.is === 'admitted')
    await insertRows(
      writer,
      'checkouts',
      begun.map(({ checkout }) => checkout),
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
