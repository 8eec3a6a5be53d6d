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

/**
 * Returns whether two names look like one: their keys are the same, where a sign that may be read as
 * I or as L is the letter that the other name has there.
 */
export function lookAlike(one: string, other: string): boolean {
  const [readings, others] = [readLetters(one), readLetters(other)]
  return (
    readings.length === others.length &&
    readings.every((letters, at) => letters.some((letter) => others[at]?.includes(letter)))
  )
}

/** Returns for each letter of a name's key what it may be read as. */
function readLetters(name: string): string[][] {
  const [asI, asL] = ['i', 'l'].map((letter) => Array.from(toNameKey(replaceBars(name, letter))))
  return (asI ?? []).map((letter, at) => [letter, asL?.[at] ?? letter])
}

/** Returns a name with its upright bars, such as `I`, `1` and `|`, as a letter. */
function replaceBars(name: string, letter: string): string {
  // An exclamation mark is one before a letter alone, as in `decodeLeet`.
  return name.replace(/!(?=[\p{L}\p{N}])|[^!]/gu, (sign) => (isBar(sign) ? letter : sign))
}

function isBar(sign: string): boolean {
  const latin = resolveLookalikes(sign)
  return ['I', '1', '!'].includes(latin) || (latin === 'l' && sign !== 'l')
}
