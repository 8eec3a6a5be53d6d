import type { Reader } from '#server/infra/database/database.ts'
import { findByOptions } from './choice-reads.ts'

/** Returns the labels of options with their questions, by the option's id. */
export async function findLabels(
  reader: Reader,
  optionIds: readonly string[],
): Promise<Map<string, { question: string; option: string }>> {
  const choices = await findByOptions(reader, optionIds)
  return new Map(
    [...choices].flatMap(([id, { row, options }]) => {
      const option = options.find((one) => one.id === id)
      return option ? [[id, { question: row.question, option: option.label }] as const] : []
    }),
  )
}

export { toClosings } from './choice.ts'
export { hasChoices, readShownChoices } from './choice-reads.ts'
export { judgeVotes, toVoteError, type VoteRefusal } from './votes.ts'
