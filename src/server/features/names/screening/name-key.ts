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
 * Returns a function that tells whether another name looks like this one: their keys are the same, where
 * `1`, `|` and `!` may be an I or an L, and a capital I looks as a small L does. Whoever has the keys gives them, by which most
 * names are told apart at once.
 */
export function createLookAlike(
  name: string,
  key = toNameKey(name),
): (other: string, otherKey?: string) => boolean {
  const [readings, merged] = [readLetters(name), mergeBars(key)]
  return (other, otherKey = toNameKey(other)) => {
    if (mergeBars(otherKey) !== merged) return false
    const others = readLetters(other)
    return (
      readings.length === others.length &&
      readings.every((letters, at) => letters.some((letter) => others[at]?.includes(letter)))
    )
  }
}

/** Returns a key without the difference of I and L, which may both be a bar. */
function mergeBars(key: string): string {
  return key.replaceAll('l', 'i')
}

/** Returns for each letter of a name's key what it may be read as: letters, or an upright bar. */
function readLetters(name: string): string[][] {
  const [signAsI, signAsL] = ['i', 'l'].map((letter) => toKeyWith(letter, name, isBarSign))
  const [barAsI, barAsL] = ['i', 'l'].map((letter) => toKeyWith(letter, name, isBar))
  return (signAsI ?? []).map((letter, at) => [
    letter,
    signAsL?.[at] ?? letter,
    barAsI?.[at] === barAsL?.[at] ? letter : '|',
  ])
}

/** Returns the letters of the key that a name has with some of its signs as a letter. */
function toKeyWith(letter: string, name: string, isReplaced: (sign: string) => boolean): string[] {
  // An exclamation mark is one before a letter alone, as in `decodeLeet`.
  const replaced = name.replace(/!(?=[\p{L}\p{N}])|[^!]/gu, (sign) =>
    isReplaced(sign) ? letter : sign,
  )
  return Array.from(toNameKey(replaced))
}

/** Returns whether a sign is an upright bar: `1`, `|`, `!`, or a capital I or a small L. */
function isBar(sign: string): boolean {
  return sign === 'l' || resolveLookalikes(sign) === 'I' || isBarSign(sign)
}

/** Returns whether an upright bar is neither an I nor an L, but may stand for both. */
function isBarSign(sign: string): boolean {
  const latin = resolveLookalikes(sign)
  return latin === '1' || latin === '!' || (latin === 'l' && sign !== 'l')
}
