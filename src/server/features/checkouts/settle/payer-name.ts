import { cleanText } from '#server/features/names/names.ts'

const LIMITS = { graphemes: 40, bytes: 240 }

/** Matches most names, which need no cleaning. */
const PLAIN = /^[A-Za-z]{1,40}$/

/**
 * Returns a payer's name fit to be shown: normalised (NFC), without control, bidirectional and
 * invisible characters, of at most 40 graphemes and 240 bytes, never cut within a grapheme. Returns
 * null if nothing visible is left.
 */
export function cleanPayerName(raw: string | null): string | null {
  return raw === null || PLAIN.test(raw) ? raw : cleanText(raw, LIMITS)
}
