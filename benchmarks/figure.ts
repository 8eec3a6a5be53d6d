/** One measured figure and its promised limit. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** The promised limit, if there is one. */
  limit?: { atMost: number } | { atLeast: number }
}

export function isKept({ value, limit }: Figure): boolean {
  if (limit === undefined) return true
  return 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast
}

/** Returns the value at a share of the sorted values: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
