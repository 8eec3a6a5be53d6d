import { findFirstGrapheme } from '#client/lib/graphemes.ts'

/**
 * Returns the initials of a name: the first letters of its first and last word, or one character
 * for a script without capitals (or an emoji), since initials are not a custom there.
 */
export function findInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = firstGrapheme(words[0] ?? '')
  const last = words.length > 1 ? firstGrapheme(words.at(-1) ?? '') : ''
  return isCased(first) && isCased(last) ? first + last : first
}

function firstGrapheme(word: string): string {
  return findFirstGrapheme(word)?.toLocaleUpperCase('en') ?? ''
}

function isCased(letter: string): boolean {
  return letter.toLocaleLowerCase('en') !== letter
}
