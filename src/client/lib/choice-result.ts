import type { Choice } from '#contract/choices.ts'

/** An option with what has been donated for it. */
export interface OptionResult {
  id: string
  label: string
  amountCents: number
  /** The part of all votes, 0 to 1. */
  share: number
  /** True if none has more, and it has any. */
  isLeading: boolean
}

export interface ChoiceResult {
  totalCents: number
  options: OptionResult[]
  /** The options that lead: several in a tie, none before the first vote. */
  leaders: OptionResult[]
}

/** Returns the result of a choice; `cents` are in the order of its options. */
export function readResult({ options }: Choice, cents: readonly number[] = []): ChoiceResult {
  const totalCents = cents.reduce((sum, one) => sum + one, 0)
  const highest = Math.max(0, ...cents)
  const results = options.map((option, index) => {
    const amountCents = cents[index] ?? 0
    const isLeading = amountCents > 0 && amountCents === highest
    return { ...option, amountCents, share: amountCents / Math.max(1, totalCents), isLeading }
  })
  return { totalCents, options: results, leaders: results.filter((one) => one.isLeading) }
}

/** Returns whether a payment that begins at a time of the server, Unix ms, can vote. */
export function isOpenAt({ opensAt, closesAt }: Choice, now: number): boolean {
  return Date.parse(opensAt) <= now && now < Date.parse(closesAt)
}

/** Writes a part of a whole in percent. */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)}%`
}
