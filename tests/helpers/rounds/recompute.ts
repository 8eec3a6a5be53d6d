import type { Selectable } from 'kysely'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import type { Round } from '#contract/rounds.ts'
import type { Schema } from '#server/infra/database/schema/schema.ts'
import { compareRank } from '#server/features/ledger/ledger.ts'

/** What a round counts, from `start` to before `end`, Unix ms. */
export interface RoundRules extends Pick<Round, 'ranks' | 'pending'> {
  start: number
  end: number
}

/** Computes the rows of a round from the table of donations, as its definition says. */
export function recomputeRound(
  donations: readonly Selectable<Schema['donations']>[],
  { ranks, pending, start, end }: RoundRules,
  toDonorId: (userId: string) => string,
) {
  const counted = donations
    .filter(({ name, amount_cents: cents }) => name !== null && cents > 0)
    .filter((one) => {
      const captured = one.captured_at ?? one.timestamp
      const at = pending === 'begun' ? (one.begun_at ?? captured) : captured
      return at >= start && at < end
    })
    .toSorted((a, b) => a.sequence - b.sequence)
  const groups = Map.groupBy(counted, (one) => (ranks === 'donor' ? one.user_id : one.id))
  return [...groups]
    .map(([id, own]) => ({
      id: ranks === 'donor' ? toDonorId(id) : id,
      name: own.findLast(({ name }) => name !== ANONYMOUS)?.name ?? ANONYMOUS,
      amountCents: own.reduce((sum, one) => sum + one.amount_cents, 0),
      sequence: own.at(-1)?.sequence ?? 0,
    }))
    .toSorted((a, b) => compareRank(a, b))
    .map(({ id, name, amountCents }, index) => ({ rank: index + 1, id, name, amountCents }))
}
