import type { Database } from '#server/infra/database/database.ts'
import { readVersion } from '#server/features/ledger/ledger.ts'
import { RecentAnswers } from './recent-answers.ts'

export type ShareAnswer = <Answer>(key: string, find: () => Promise<Answer>) => Promise<Answer>

/** Returns a function that finds an answer once for all who ask for it of one version. */
export function shareAnswers({
  database,
  clock,
}: {
  database: Database
  clock: () => number
}): ShareAnswer {
  const recent = new RecentAnswers(clock)
  return async (key, find) => recent.get(`${key} ${await readVersion(database.reader)}`, find)
}

/** Returns a key that no id of a round, which anybody may write, shares with all time. */
export function keyOf(kind: string, roundId: string | undefined): string {
  return roundId === undefined ? kind : `${kind} of ${roundId}`
}
