/** The number of entries from which a list is searched rather than read. */
export const SEARCHED_FROM = 13

/** Returns those whose name has all words of a search in it, without regard to case and accents. */
export function findByName<Named extends { name: string }>(
  all: readonly Named[],
  search: string,
): readonly Named[] {
  const words = toPlain(search).split(/\s+/)
  return all.filter(({ name }) => words.every((word) => toPlain(name).includes(word)))
}

function toPlain(text: string): string {
  return text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
