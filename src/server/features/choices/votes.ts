import { AppError } from '#contract/app-error.ts'
import type { Writer } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { isOpenAt, type KnownChoice } from './choice.ts'
import { findByOptions } from './choice-reads.ts'

/** A payment that is about to be stored: the option that it votes for, and when it began, Unix ms. */
interface Vote {
  optionId: string | null
  at: number
}

/** The reason why a vote is refused, as a sentence for the donor. */
export interface VoteRefusal {
  sentence: string
}

/**
 * Judges the votes of payments in the transaction that stores them; undefined for those that are
 * right, and for payments that do not vote.
 */
export async function judgeVotes(
  writer: Writer,
  votes: readonly Vote[],
  livemode: Livemode,
): Promise<(VoteRefusal | undefined)[]> {
  const optionIds = [...new Set(votes.flatMap(({ optionId }) => optionId ?? []))]
  if (optionIds.length === 0) return votes.map(() => undefined)
  await noteVotes(writer, { optionIds, votes, livemode })
  const choices = await findByOptions(writer, optionIds)
  return votes.map(({ optionId, at }) =>
    optionId === null ? undefined : judge(choices.get(optionId), { at, livemode }),
  )
}

interface NotedVotes {
  optionIds: readonly string[]
  votes: readonly Vote[]
  livemode: Livemode
}

/**
 * Notes that somebody votes on choices, and locks these: a host who changes the options meanwhile
 * waits, or is waited for. Locks them in the order of their ids, so that no two transactions wait for
 * each other.
 */
async function noteVotes(
  writer: Writer,
  { optionIds, votes, livemode }: NotedVotes,
): Promise<void> {
  const times = votes.map(({ at }) => at)
  const choices = await writer
    .selectFrom('choice_options')
    .select('choice_id')
    .distinct()
    .where('id', 'in', optionIds)
    .orderBy('choice_id')
    .execute()
  for (const { choice_id: id } of choices) {
    await writer
      .updateTable('choices')
      .set({ voted: 1 })
      .where('id', '=', id)
      .where('livemode', '=', livemode)
      .where('cancelled_at', 'is', null)
      .where('opens_at', '<=', Math.max(...times))
      .where('closes_at', '>', Math.min(...times))
      .execute()
  }
}

function judge(
  choice: KnownChoice | undefined,
  { at, livemode }: { at: number; livemode: Livemode },
): VoteRefusal | undefined {
  if (choice === undefined || choice.row.livemode !== livemode) {
    return { sentence: 'What you voted for is not there any more.' }
  }
  const { row } = choice
  if (isOpenAt(row, at)) return undefined
  if (row.cancelled_at !== null) return { sentence: `The vote on “${row.question}” is cancelled.` }
  if (at < row.opens_at) return { sentence: `The vote on “${row.question}” has not begun yet.` }
  return { sentence: `The vote on “${row.question}” has closed.` }
}

/** Returns the error of a donation whose vote was refused. */
export function toVoteError({ sentence }: VoteRefusal): AppError {
  return new AppError('failed-precondition', sentence, { reason: 'VOTE_REFUSED' })
}
