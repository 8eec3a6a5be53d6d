import { splitGraphemes } from '#client/lib/graphemes.ts'

/** The most letters of a name that a heading has room for. */
const MAX_LETTERS = 20

/** Returns the first words of a name that is too long for a heading, and else the whole name. */
export function shortenName(name: string): string {
  if (fits(name)) return name
  const [first = '', ...others] = name.trim().split(/\s+/)
  let words = first
  for (const word of others) {
    if (!fits(`${words} ${word}…`)) break
    words += ` ${word}`
  }
  return fits(`${words}…`)
    ? `${words}…`
    : `${splitGraphemes(words)
        .slice(0, MAX_LETTERS - 1)
        .join('')}…`
}

function fits(name: string): boolean {
  return splitGraphemes(name).length <= MAX_LETTERS
}
