import type { ScreeningSettings } from '#contract/host/texts.ts'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { TextRow } from './shown.ts'

/** Returns the settings of the screening. */
export async function readScreening(reader: Reader): Promise<ScreeningSettings> {
  const row = await reader.selectFrom('text_screening').selectAll().executeTakeFirstOrThrow()
  return {
    mode: row.mode,
    messages: row.messages === 1,
    words: parseList<string>(row.words),
    amountsCents: parseList<number>(row.amounts),
    revision: row.revision,
  }
}

/** Returns the display name of an account's profile; null if it has none. */
export async function findProfileName(reader: Reader, userId: string): Promise<string | null> {
  return (await findProfileNames(reader, [userId])).get(userId) ?? null
}

const selectProfileNames = queryByKeys((reader, userIds: readonly string[]) =>
  reader.selectFrom('profiles').select(['user_id', 'display_name']).where('user_id', 'in', userIds),
)

/** Returns the display names of accounts by account id; null or missing for those without one. */
export async function findProfileNames(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, string | null>> {
  const profiles = await selectProfileNames(reader, userIds)
  return new Map(profiles.map(({ user_id, display_name }) => [user_id, display_name]))
}

const selectTexts = queryByKeys((reader, donationIds: readonly string[]) =>
  reader.selectFrom('donation_texts').selectAll().where('donation_id', 'in', donationIds),
)

/** Returns the texts of donations by donation id; those that have none are missing. */
export async function findTextsOf(
  reader: Reader,
  donationIds: readonly string[],
): Promise<Map<string, TextRow>> {
  if (donationIds.length === 0) return new Map()
  const rows = await selectTexts(reader, donationIds)
  return new Map(rows.map((row) => [row.donation_id, row]))
}

function parseList<Item>(json: string): Item[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this feature alone
  return JSON.parse(json) as Item[]
}
