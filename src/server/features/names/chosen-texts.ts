import { AppError } from '#contract/app-error.ts'
import { MAX_DISPLAY_NAME, MAX_MESSAGE } from '#contract/text-limits.ts'
import type { TextChoice } from '#contract/texts.ts'
import { cleanText, describeTooLong } from './clean-text.ts'

/** The texts that a donor chose for a donation, cleaned. */
export interface ChosenTexts {
  /** Null if the payer's given name is to be shown. */
  displayName: string | null
  anonymous: boolean
  message: string | null
}

/** The choice of a donor who chose nothing. */
export const NO_CHOICE: ChosenTexts = { displayName: null, anonymous: false, message: null }

interface TextRule {
  /** The word for the text in sentences. */
  noun: 'name' | 'message'
  graphemes: number
  bytes: number
}

const NAME: TextRule = { noun: 'name', graphemes: MAX_DISPLAY_NAME, bytes: 240 }
const MESSAGE: TextRule = { noun: 'message', graphemes: MAX_MESSAGE, bytes: 1_600 }

/** Returns the texts of a choice cleaned; throws `invalid-argument` for one that is too long. */
export function requireChoice(choice: TextChoice): TextChoice {
  const { displayName, message } = choice
  return {
    ...choice,
    ...(displayName !== undefined && { displayName: requireDisplayName(displayName) }),
    ...(message !== undefined && { message: message === null ? null : clean(message, MESSAGE) }),
  }
}

/**
 * Returns a display name cleaned, null if nothing visible was written; throws `invalid-argument`
 * for one that is too long.
 */
export function requireDisplayName(raw: string | null): string | null {
  return raw === null ? null : clean(raw, NAME)
}

function clean(raw: string, rule: TextRule): string | null {
  const problem = describeTooLong(raw, rule)
  if (problem === undefined) return cleanText(raw, rule)
  throw new AppError('invalid-argument', problem, { reason: 'TEXT_TOO_LONG' })
}
