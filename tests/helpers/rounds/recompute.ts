import type { Selectable } from 'kysely'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import type { Round } from '#contract/rounds.ts'
import type { Schema } from '#server/infra/database/schema/schema.ts'

/** What a round counts, from `start` to before `end`, Unix ms. */
export interface RoundRules extends Pick<Round, 'ranks' | 'pending'> {
  start: number
  end: number
}

type Donation = Selectable<Schema['donations']>

/** Returns the time by which a donation belongs to a round, Unix ms. */
function countedAt(donation: Donation, pending: RoundRules['pending']): number {
  const captured = donation.captured_at ?? donation.timestamp
  return pending === 'begun' ? (donation.begun_at ?? captured) : captured
}

/** Returns the time from which a donation is on the board of a round, Unix ms. */
function shownFrom(donation: Donation, pending: RoundRules['pending']): number {
  return Math.max(countedAt(donation, pending), donation.named_at ?? 0)
}

/**
 * Says whether somebody takes the first place from another, or an empty one, between `since` and the
 * end, by ranking all anew after each donation.
 */
export function changesLeader(
  donations: readonly Donation[],
  rules: RoundRules,
  since: number,
): boolean {
  const { pending } = rules
  const inOrder = donations.toSorted(
    (a, b) => shownFrom(a, pending) - shownFrom(b, pending) || a.sequence - b.sequence,
  )
  const leaders = inOrder.map(
    (_, index) => recomputeRound(inOrder.slice(0, index + 1), rules, (id) => id)[0]?.id,
  )
  return inOrder.some((donation, index) => {
    const at = shownFrom(donation, pending)
    return at >= since && at < rules.end && leaders[index] !== leaders[index - 1]
  })
}

/** Computes the rows of a round from the table of donations, as its definition says. */
export function recomputeRound(
  donations: readonly Donation[],
  { ranks, pending, start, end }: RoundRules,
  toDonorId: (userId: string) => string,
) {
  const counted = donations
    .filter(({ name, amount_cents: cents }) => name !== null && cents > 0)
    .filter((one) => countedAt(one, pending) >= start && countedAt(one, pending) < end)
    // What was on no board at the end, having no name yet, does not count.
    .filter((one) => shownFrom(one, pending) < end)
    .toSorted((a, b) => a.sequence - b.sequence)
  const groups = Map.groupBy(counted, (one) => (ranks === 'donor' ? one.user_id : one.id))
  return [...groups]
    .map(([id, own]) => ({
      id: ranks === 'donor' ? toDonorId(id) : id,
      name: own.findLast(({ name }) => name !== ANONYMOUS)?.name ?? ANONYMOUS,
      amountCents: own.reduce((sum, one) => sum + one.amount_cents, 0),
      sequence: own.at(-1)?.sequence ?? 0,
    }))
    .toSorted((a, b) => b.amountCents - a.amountCents || a.sequence - b.sequence)
    .map(({ id, name, amountCents }, index) => ({ rank: index + 1, id, name, amountCents }))
}
