import type { MoneySums } from '#contract/host/figures.ts'
import { formatCount } from '#client/lib/format.ts'
import { formatSigned } from '../../../format.ts'

/** A line of the statement; `sum` and `net` are results of the lines above. */
export interface StatementLine {
  name: string
  kind: 'part' | 'sum' | 'net'
  /** Returns the line's figure of a column, formatted. */
  read: (sums: MoneySums) => string
}

/** Returns what is left of the gross amount, as the board shows it, cents. */
export function leftOf({ grossCents, refundedCents, disputedCents }: MoneySums): number {
  return grossCents - refundedCents - disputedCents
}

/** The lines of the statement, from the gross amount down to the net. */
export const STATEMENT_LINES: readonly StatementLine[] = [
  { name: 'Donations', kind: 'part', read: ({ count }) => formatCount(count) },
  { name: 'Gross', kind: 'part', read: ({ grossCents }) => formatSigned(grossCents) },
  { name: 'Refunded', kind: 'part', read: ({ refundedCents }) => formatSigned(-refundedCents) },
  { name: 'Disputed', kind: 'part', read: ({ disputedCents }) => formatSigned(-disputedCents) },
  { name: 'On the board', kind: 'sum', read: (sums) => formatSigned(leftOf(sums)) },
  { name: 'Fees', kind: 'part', read: ({ feeCents }) => formatSigned(-feeCents) },
  { name: 'Net', kind: 'net', read: ({ netCents }) => formatSigned(netCents) },
]
