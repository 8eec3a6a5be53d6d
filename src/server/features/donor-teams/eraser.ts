import { HELD_TEAM } from '#contract/stand-in-names.ts'
import type { Eraser } from '#server/infra/eraser.ts'

/**
 * Erases in which team an account is, that it has founded teams, and the names of those that nobody
 * else has read. The teams stay, with what was given for them.
 */
export const donorTeamsEraser: Eraser = {
  tables: ['donor_team_members', 'donor_teams'],
  erase: async (writer, { userId }) => {
    await writer.deleteFrom('donor_team_members').where('user_id', '=', userId).execute()
    await writer
      .updateTable('donor_teams')
      .set(({ ref }) => ({ name: HELD_TEAM, name_key: ref('id') }))
      .where('founder_id', '=', userId)
      .where('is_held', '=', 1)
      .execute()
    await writer
      .updateTable('donor_teams')
      .set({ founder_id: null })
      .where('founder_id', '=', userId)
      .execute()
  },
}
