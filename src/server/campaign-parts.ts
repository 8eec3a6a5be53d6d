import type { CampaignParts } from '#server/features/campaign/campaign.ts'
import { readShownChoices } from '#server/features/choices/choices.ts'
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
    return {
      ...(round && { round }),
      ...(lastRound && { lastRound }),
      ...(choices.length > 0 && { choices }),
      ...(matches.length > 0 && { matches }),
    }
  }
}
