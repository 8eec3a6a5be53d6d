import { decodeLeet, foldText, joinSpelled, resolveLookalikes } from './fold-text.ts'

/**
 * Returns the key by which a name is compared with others: the same for names that differ in case,
 * marks, spaces and punctuation, in signs that stand for letters, or in letters of other alphabets
 * that look alike.
 */
export function toNameKey(name: string): string {
  const folded = decodeLeet(joinSpelled(foldText(resolveLookalikes(name))))
  const letters = folded.replace(/[^\p{L}\p{N}]/gu, '')
  // Of a name of signs alone nothing else is left.
  return letters === '' ? foldText(name).replace(/\s/gu, '') : letters
}
