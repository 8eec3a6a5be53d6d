import { writeEach, type Write } from '#server/infra/database/database.ts'
import { lockAccounts } from '#server/features/card-testing/card-testing.ts'
import { hasPending } from '#server/features/checkouts/checkouts.ts'
import {
  judgeTeam,
  storeTeam,
  type TeamPolicy,
  type TeamRefusal,
  type TeamWish,
} from './membership.ts'

/** Brings an account into the team that it chooses, or says why not. */
export const joinTeam: Write<TeamWish & { policy: TeamPolicy }, TeamRefusal | null> = writeEach(
  'donor-teams.join',
  async (writer, { policy, ...wish }) => {
    // So that no payment begins for another team meanwhile.
    await lockAccounts(writer, [wish.userId], wish.at)
    const judged = await judgeTeam(writer, wish, policy, hasPending)
    if ('refused' in judged) return judged.refused
    await storeTeam(writer, wish, judged)
    return null
  },
)
