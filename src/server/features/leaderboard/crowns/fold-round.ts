import { sql } from 'kysely'
import { ANONYMOUS, HELD_NAME } from '#contract/stand-in-names.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { queryCounted, type CountedSpan } from '#server/features/ledger/ledger.ts'
import { endOf, spanOf, type RoundRow } from '../rounds/round.ts'
import { CrownFold } from './crown-fold.ts'
import { DonorFolding } from './fold-donors.ts'
import type { Folded } from './fold-state.ts'
import { forEachGift } from './read-gifts.ts'

/**
 * Folds the donations of a round, with the sums that are milestones, in cents; returns only what is
 * needed to tell of it, since nothing can be added any more.
 */
export async function foldRound(
  reader: Reader,
  round: RoundRow,
  {
    livemode,
    milestones,
    isOver,
  }: { livemode: Livemode; milestones: readonly number[]; isOver: boolean },
): Promise<Folded> {
  const { ranks } = round
  const span = spanOf(round)
  // Milestones fall by all donations, also by one that was named after the round had begun.
  const before = { ...span, start: 0, end: span.start, isFinal: false }
  const beforeCents = milestones.length === 0 ? 0 : await sumCounted(reader, livemode, before)
  const fold = new CrownFold({ ranks, milestonesCents: new Set(milestones), beforeCents })
  const counted = { livemode, span }
  if (ranks === 'donation') {
    await forEachGift(reader, counted, (gift) => void fold.add(gift))
  } else {
    await foldDonors(reader, { fold, counted, end: isOver ? endOf(round) : undefined })
  }
  return { lists: fold.lists, state: fold.state }
}

interface DonorsToFold {
  fold: CrownFold
  counted: { livemode: Livemode; span: CountedSpan }
  /** The end of the span, Unix ms; undefined while it goes on. */
  end: number | undefined
}

/** Folds the donations of a span by donors. */
export async function foldDonors(
  reader: Reader,
  { fold, counted, end }: DonorsToFold,
): Promise<void> {
  const folding = new DonorFolding(fold, await findNamed(reader, counted))
  await forEachGift(reader, counted, (gift) => folding.add(gift))
  folding.finish(end)
}

async function sumCounted(reader: Reader, livemode: Livemode, span: CountedSpan): Promise<number> {
  const { cents } = await queryCounted(reader, livemode, span)
    .select(sql<number>`cast(coalesce(sum(donations.amount_cents), 0) as bigint)`.as('cents'))
    .executeTakeFirstOrThrow()
  return cents
}

/** Returns the accounts that show a name with some donation of a span. */
async function findNamed(
  reader: Reader,
  { livemode, span }: { livemode: Livemode; span: CountedSpan },
): Promise<Set<string>> {
  const rows = await queryCounted(reader, livemode, span)
    .select('donations.user_id as userId')
    .where('donations.name', 'not in', [ANONYMOUS, HELD_NAME])
    .groupBy('donations.user_id')
    .execute()
  return new Set(rows.map(({ userId }) => userId))
}
