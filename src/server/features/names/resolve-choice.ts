import { AppError } from '#contract/app-error.ts'
import type { TextChoice } from '#contract/texts.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { gatherReads } from '#server/infra/database/gather-reads.ts'
import { requireChoice, type ChosenTexts } from './chosen-texts.ts'
import { findProfileNames, readScreening } from './text-reads.ts'

/**
 * Returns the texts for a new donation: those of the request, otherwise the profile's display name.
 * Throws a sentence for texts that are too long, or for a message where the host takes none.
 */
export type ResolveChoice = (userId: string, choice: TextChoice) => Promise<ChosenTexts>

/** Creates the reader of choices; the profiles that it needs in one turn share a query. */
export function createResolveChoice(reader: Reader): ResolveChoice {
  const findName = gatherReads((userIds: readonly string[]) => findProfileNames(reader, userIds))
  return async (userId, choice) => {
    const { displayName, anonymous = false, message = null } = requireChoice(choice)
    if (message !== null) await requireMessages(reader)
    return {
      displayName: displayName === undefined ? ((await findName(userId)) ?? null) : displayName,
      anonymous,
      message,
    }
  }
}

/** Fails unless donations may have messages. */
export async function requireMessages(reader: Reader): Promise<void> {
  const { messages } = await readScreening(reader)
  if (messages) return
  throw new AppError(
    'failed-precondition',
    'This page takes no messages just now: leave it empty.',
    {
      reason: 'NO_MESSAGES',
    },
  )
}
