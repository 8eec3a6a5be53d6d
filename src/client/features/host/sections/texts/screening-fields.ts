import type { ScreeningSettings } from '#contract/host/texts.ts'
import { FieldError } from '#client/ui/form/refused-field.ts'

/** The settings of the screening as a form shows them, with the lists as lines. */
export interface ScreeningFields extends Pick<ScreeningSettings, 'mode' | 'messages' | 'revision'> {
  words: string
  amounts: string
}

export function writeSettings(settings: ScreeningSettings): ScreeningFields {
  const { mode, messages, revision, words, amountsCents } = settings
  return { mode, messages, revision, words: words.join('\n'), amounts: writeAmounts(amountsCents) }
}

/**
 * Returns the settings that the fields say.
 * @throws {FieldError} for a line that is no amount.
 */
export function parseSettings(fields: ScreeningFields): ScreeningSettings {
  const { mode, messages, revision, words, amounts } = fields
  return { mode, messages, revision, words: linesOf(words), amountsCents: parseAmounts(amounts) }
}

/** Returns the amounts of a field with one amount a line, in cents. */
function parseAmounts(lines: string): number[] {
  return linesOf(lines).map((line) => {
    const match = /^\$?(\d{1,6})(?:\.(\d{2}))?$/.exec(line)
    if (match === null) {
      throw new FieldError('amounts', `“${line}” is no amount: write it like 6.66.`)
    }
    return Number(match[1]) * 100 + Number(match[2] ?? 0)
  })
}

/** Returns amounts, in cents, as lines of a field. */
function writeAmounts(amountsCents: readonly number[]): string {
  return amountsCents.map((cents) => (cents / 100).toFixed(2)).join('\n')
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
