/** A word that is wider than a place of the podium. */
const LONG_WORD = /\p{L}{14,}/u

/** The consonants between two vowels: the last one begins a syllable. */
const CONSONANTS =
  /([aeiouy\u00e0-\u00ff])([bcdfghjklmnpqrstvwxz]+)(?=[aeiouy\u00e0-\u00ff]\p{L})/giu

/** The fewest letters before a hyphen. */
const MIN_BEFORE = 3

/** Returns whether a name has a word that is wider than a place of the podium. */
export function hasLongWord(name: string): boolean {
  return LONG_WORD.test(name)
}

/**
 * Puts soft hyphens between the syllables of long Latin words: browsers hyphenate in few languages,
 * and not on all systems.
 */
export function hyphenate(name: string): string {
  return name.replaceAll(new RegExp(LONG_WORD, 'gu'), hyphenateWord)
}

function hyphenateWord(word: string): string {
  return word.replaceAll(CONSONANTS, (all, vowel: string, between: string, offset: number) => {
    const before = vowel + between.slice(0, -1)
    return offset + before.length < MIN_BEFORE ? all : `${before}\u00ad${between.slice(-1)}`
  })
}
