import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { withinSpan, type CountedSpan } from './counted-span.ts'
import { inParts } from './in-parts.ts'
import { heldSequence, holdsName, namedSequence, showsName } from './name-columns.ts'
import { queryShown } from './public-donations.ts'

/** The donations of one donor within a span, together. */
export interface DonorSum {
  userId: string
  amountCents: number
  /** The sequence of the latest donation, with which the sum was reached. */
  sequence: number
  /** The sequence of the latest donation that shows the donor's name; null if none does. */
  nameSequence: number | null
  /** The sequence of the latest donation whose name is held, denied or hidden; null if none is. */
  heldSequence: number | null
}

/**
 * Returns the sequence of the donation from which a donor's row has its name: the latest that shows
 * one, else the latest whose name is held; null if all are anonymous.
 */
export function namingOf({
  nameSequence,
  heldSequence,
}: Pick<DonorSum, 'nameSequence' | 'heldSequence'>): number | null {
  return nameSequence ?? heldSequence
}

/** The donations of one donor for one team within a span, together. */
export interface TeamDonorSum extends DonorSum {
  teamId: string
  /** The part of the sum that was given in donations which show the donor's name. */
  namedCents: number
  /** The part that was given in donations whose name is held, denied or hidden. */
  heldCents: number
}

/** Returns the sums of donors within a span; a donor without counted donations has none. */
export async function sumDonors(
  reader: Reader,
  userIds: readonly string[],
  counted: { livemode: Livemode; span: CountedSpan },
): Promise<Map<string, DonorSum>> {
  const sums = await inParts(userIds, (part) =>
    querySums(reader, part, counted).select('user_id as userId').groupBy('user_id').execute(),
  )
  return new Map(sums.map((sum) => [sum.userId, sum]))
}

/** Returns the sums within a span of donors for each team that they have given for. */
export async function sumTeamDonors(
  reader: Reader,
  userIds: readonly string[],
  counted: { livemode: Livemode; span: CountedSpan },
): Promise<TeamDonorSum[]> {
  return inParts(userIds, (part) =>
    querySums(reader, part, counted)
      .select(['user_id as userId', sql<string>`team_id`.as('teamId')])
      .select(sql<number>`cast(sum(amount_cents * ${showsName}) as bigint)`.as('namedCents'))
      .select(sql<number>`cast(sum(amount_cents * ${holdsName}) as bigint)`.as('heldCents'))
      .where('team_id', 'is not', null)
      .groupBy(['user_id', 'team_id'])
      .execute(),
  )
}

/** Begins a query of sums over counted donations of accounts, without what groups them. */
function querySums(
  reader: Reader,
  userIds: readonly string[],
  { livemode, span }: { livemode: Livemode; span: CountedSpan },
) {
  return (
    queryShown(reader, livemode)
      .select([
        sql<number>`cast(sum(amount_cents) as bigint)`.as('amountCents'),
        sql<number>`max(sequence)`.as('sequence'),
        sql<number | null>`max(${namedSequence})`.as('nameSequence'),
        sql<number | null>`max(${heldSequence})`.as('heldSequence'),
      ])
      .where('user_id', 'in', userIds)
      // As in the partial index of the donors' donations; a removed one has no name.
      .where('removed_at', 'is', null)
      .where(withinSpan(span))
  )
}
