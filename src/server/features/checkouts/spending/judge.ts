import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  findOwnRules,
  findRefusal,
  hasLimit,
  NO_RULES,
  NOTHING_SPENT,
  readOwnRules,
  type SpendingPolicy,
  type SpendingRefusal,
} from '#server/features/spending-limits/spending-limits.ts'
import type { CheckoutRow } from '../store.ts'
import { readSpent } from './spent.ts'

/** A donor's wish to pay an amount. */
export interface Wish {
  userId: string
  amountCents: number
}

export interface Circumstances {
  policy: SpendingPolicy
  livemode: Livemode
  /** Unix ms. */
  now: number
}

/**
 * Judges new payments by their donors' limits, one after the other: each counts for the next.
 * Returns for each why it is refused, or undefined. The accounts must be locked, so that nothing
 * else is begun meanwhile.
 */
export async function judgeNew(
  reader: Reader,
  wishes: readonly Wish[],
  { policy, livemode, now }: Circumstances,
): Promise<(SpendingRefusal | undefined)[]> {
  const userIds = [...new Set(wishes.map(({ userId }) => userId))]
  const rules = await findOwnRules(reader, userIds, now)
  const rulesOf = (userId: string) => rules.get(userId) ?? NO_RULES
  const limited = userIds.filter((userId) => hasLimit(rulesOf(userId), policy))
  const { timeZone } = policy
  const spent = await readSpent(reader, { userIds: limited, livemode, now, timeZone })
  return wishes.map(({ userId, amountCents }) => {
    const known = spent.get(userId) ?? NOTHING_SPENT
    const refusal = findRefusal(rulesOf(userId), { amountCents, policy, spent: known, now })
    if (refusal === undefined)
      spent.set(userId, { ...known, openCents: known.openCents + amountCents })
    return refusal
  })
}

/** Returns why the money of a checkout must not be taken any more; undefined if it may be. */
export async function judgeBegun(
  reader: Reader,
  checkout: Pick<CheckoutRow, 'id' | 'user_id' | 'amount_cents' | 'livemode' | 'state'>,
  { policy, now }: Omit<Circumstances, 'livemode'>,
): Promise<SpendingRefusal | undefined> {
  const { id, user_id: userId, amount_cents: amountCents, livemode, state } = checkout
  const own = await readOwnRules(reader, userId, now)
  // One that had ended held nothing, and what was begun since comes first.
  const isFirst = state === 'created' || state === 'awaiting_payer' || state === 'processing'
  const spent = hasLimit(own, policy)
    ? await readSpent(reader, {
        userIds: [userId],
        livemode,
        now,
        timeZone: policy.timeZone,
        except: { id, isFirst },
      })
    : undefined
  return findRefusal(own, {
    amountCents,
    policy,
    spent: spent?.get(userId) ?? NOTHING_SPENT,
    now,
  })
}
