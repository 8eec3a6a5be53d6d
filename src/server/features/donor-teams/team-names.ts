import { AppError } from '#contract/app-error.ts'
import { TEAM_REASONS } from '#contract/donor-teams/reasons.ts'
import { ANONYMOUS, HELD_NAME, HELD_TEAM } from '#contract/stand-in-names.ts'
import { MAX_TEAM_NAME } from '#contract/text-limits.ts'
import {
  cleanText,
  createLookAlike,
  describeTooLong,
  toNameKey,
} from '#server/features/names/names.ts'

const LIMITS = { graphemes: MAX_TEAM_NAME, bytes: 240 }

/** A name fit to be shown, and the key by which it is compared with others. */
export interface TeamName {
  name: string
  key: string
}

/** Cleans the name of a team; throws `invalid-argument` for one that is empty or too long. */
export function requireTeamName(raw: string): TeamName {
  const name = cleanText(raw, LIMITS)
  if (name === null) throw refusal('The constellation needs a name.')
  const problem = describeTooLong(raw, { noun: 'name', ...LIMITS })
  if (problem !== undefined) throw refusal(problem)
  const key = toNameKey(name)
  if (isPageWord(name)) throw refusal(TAKEN)
  return { name, key }
}

/** The page's own words, which the name of a team would pose as; the last stands for none. */
const PAGE_WORDS = [HELD_TEAM, `A ${HELD_TEAM}`, ANONYMOUS, HELD_NAME, `No ${HELD_TEAM}`]

/** Returns whether a name reads like words of the page, such as `Constellation 7` of a held name. */
function isPageWord(name: string): boolean {
  const words = name.replace(/[^\p{L}]+$/u, '')
  const isLike = createLookAlike(words)
  return PAGE_WORDS.some((one) => isLike(one))
}

/** The sentence about a name that another team has, or one that looks like it. */
export const TAKEN =
  'There is a constellation with this name, or one that looks like it: choose another.'

function refusal(sentence: string): AppError {
  return new AppError('invalid-argument', sentence, { reason: TEAM_REASONS.name })
}
