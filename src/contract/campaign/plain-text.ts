import { z } from 'zod'

// Matches bidirectional controls, zero-width and other format characters, but not the joiners that
// emoji and several scripts are made of.
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?!\u200d|\u200c)\p{Cf}/gu

/** Returns a text on one line, normalised (NFC), without control and invisible characters. */
export function cleanLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(INVISIBLE, '').normalize('NFC').trim()
}

/** Returns a text whose paragraphs are divided by one empty line; lines stay. */
export function cleanParagraphs(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(cleanLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

interface TextOptions {
  /** The words that begin the sentence about a wrong text, such as `The title`. */
  what: string
  min?: number
  max: number
  clean?: (text: string) => string
}

/** Creates the schema of a text from a host: it is cleaned, then measured. */
export function plainText({ what, min = 0, max, clean = cleanLine }: TextOptions) {
  const span = min === 0 ? `at most ${max}` : `${min} to ${max}`
  return z
    .string(`${what} must be a text.`)
    .transform(clean)
    .refine((text) => isWithin(text.length, min, max), {
      error: `${what} must have ${span} characters.`,
    })
}

function isWithin(length: number, min: number, max: number): boolean {
  return length >= min && length <= max
}
