import { GHOST_ROWS, type Round } from '#contract/rounds.ts'
import type { CampaignParts } from '#server/features/campaign/campaign.ts'
import { readShownChoices } from '#server/features/choices/choices.ts'
import { listHighestPending, sumPending } from '#server/features/checkouts/checkouts.ts'
import { toRoundSpan } from '#server/features/leaderboard/rounds/round.ts'
import { readShownRounds } from '#server/features/leaderboard/rounds/shown-rounds.ts'
import { readBegunMatches } from '#server/features/matching/matching.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { SharedClock } from '#server/infra/shared-clock.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'

/**
 * Creates the function that reads what a mode's page shows besides the published campaign, by the
 * clock of all nodes.
 */
export function createReadParts(livemode: Livemode, clock: SharedClock) {
  return async (reader: Reader): Promise<CampaignParts> => {
    const now = clock.now()
    const { round, lastRound } = await readShownRounds(reader, livemode, now)
    const choices = await readShownChoices(reader, livemode, now)
    const matches = await readBegunMatches(reader, livemode, now)
    const tellWaiting = (shown: Round) => withWaiting(reader, livemode, { round: shown, now })
    return {
      ...(round && { round: await tellWaiting(round) }),
      ...(lastRound && { lastRound: await tellWaiting(lastRound) }),
      ...(choices.length > 0 && { choices }),
      ...(matches.length > 0 && { matches }),
    }
  }
}

/** Returns a round with the payments that may still change its results, once it is over. */
async function withWaiting(
  reader: Reader,
  livemode: Livemode,
  { round, now }: { round: Round; now: number },
): Promise<Round> {
  const { start, end } = toRoundSpan(round)
  if (round.pending !== 'begun' || round.cancelled || now < end) return round
  const { count } = await sumPending(reader, livemode, { start, end })
  if (count === 0) return round
  const waitingCents = await listHighestPending(reader, livemode, { start, end, limit: GHOST_ROWS })
  return { ...round, waiting: count, waitingCents }
}
