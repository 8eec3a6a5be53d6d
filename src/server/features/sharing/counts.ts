const format = new Intl.NumberFormat('en-US')

/** Formats a count like `1,204`, in the page's own language as its amounts are. */
export function formatCount(count: number): string {
  return format.format(count)
}

/** The kinds of rows that a link tells of. */
export type ToldRanks = 'donation' | 'donor'

/** Formats a count of rows like `1,204 donations`. */
export function countRows(count: number, ranks: ToldRanks = 'donation'): string {
  return `${formatCount(count)} ${ranks}${count === 1 ? '' : 's'}`
}
