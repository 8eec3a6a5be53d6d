import { decodeLeet, foldText, joinSpelled } from './fold-text.ts'

/**
 * Returns the key by which a name is compared with others: the same for names that differ in case,
 * marks, spaces and punctuation, or in signs that stand for letters.
 */
export function toNameKey(name: string): string {
  const folded = decodeLeet(joinSpelled(foldText(name)))
  const letters = folded.replace(/[^\p{L}\p{N}]/gu, '')
  // Of a name of signs alone nothing else is left.
  return letters === '' ? foldText(name).replace(/\s/gu, '') : letters
}
