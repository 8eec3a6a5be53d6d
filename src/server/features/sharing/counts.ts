const format = new Intl.NumberFormat('en-US')

/** Formats a count like `1,204`, in the page's own language as its amounts are. */
export function formatCount(count: number): string {
  return format.format(count)
}

/** Formats a count like `1,204 donations`. */
export function countDonations(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'donation' : 'donations'}`
}
