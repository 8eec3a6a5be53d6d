import type { Insertable } from 'kysely'
import type { Reader, Write, Writer } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { CheckoutsTable } from '#server/infra/database/schema/schema.ts'
import {
  admit,
  lockAccounts,
  type Admission,
  type Tally,
  type VerifiedProof,
} from '#server/features/card-testing/card-testing.ts'
import type {
  SpendingPolicy,
  SpendingRefusal,
} from '#server/features/spending-limits/spending-limits.ts'
import { judgeNew } from '../spending/judge.ts'

export interface NewCheckout {
  checkout: Insertable<CheckoutsTable>
  /** The key of the client's address; null if it is unknown. */
  addressKey: string | null
  proof: VerifiedProof | null
  policy: SpendingPolicy
}

/** The result of a request to begin: one that its donor's limits refuse is not counted as a try. */
export type Beginning = Admission | { is: 'over-spending'; refusal: SpendingRefusal }

/** Stores the checkouts that are admitted; returns for each whether it was, and what is missing. */
export const beginCheckouts: Write<NewCheckout, Beginning> = {
  name: 'checkouts.begin',
  apply: async (writer, inputs) => {
    const now = Math.max(...inputs.map(({ checkout }) => checkout.created_at))
    // So that what is counted here is exact on all nodes.
    await lockAccounts(writer, [...new Set(inputs.map(({ checkout }) => checkout.user_id))], now)
    const refusals = await judge(writer, inputs, now)
    const allowed = inputs.filter((_, index) => refusals[index] === undefined)
    const admissions = await admitAll(writer, allowed)
    const admitted = allowed.filter((input) => admissions.get(input)?.is === 'admitted')
    await insertRows(
      writer,
      'checkouts',
      admitted.map(({ checkout }) => checkout),
    )
    return inputs.map((input, index): Beginning => {
      const refusal = refusals[index]
      if (refusal !== undefined) return { is: 'over-spending', refusal }
      const admission = admissions.get(input)
      if (admission === undefined) throw new Error('A request to begin was not decided.')
      return admission
    })
  },
}

/** A server has one mode, and all of its requests the policy of the moment: the last is the latest. */
async function judge(
  writer: Writer,
  inputs: readonly NewCheckout[],
  now: number,
): Promise<(SpendingRefusal | undefined)[]> {
  const last = inputs.at(-1)
  if (last === undefined) return []
  const wishes = inputs.map(({ checkout }) => ({
    userId: checkout.user_id,
    amountCents: checkout.amount_cents,
  }))
  const { policy, checkout } = last
  return judgeNew(writer, wishes, { policy, livemode: checkout.livemode, now })
}

async function admitAll(
  writer: Writer,
  inputs: readonly NewCheckout[],
): Promise<Map<NewCheckout, Admission>> {
  if (inputs.length === 0) return new Map()
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
  return new Map(
    inputs.flatMap((input, index): [NewCheckout, Admission][] => {
      const admission = admissions[index]
      return admission === undefined ? [] : [[input, admission]]
    }),
  )
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
