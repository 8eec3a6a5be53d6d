import type { Selectable } from 'kysely'
import type { Choice } from '#contract/choices.ts'
import type { ChoicesTable } from '#server/infra/database/schema/choice-tables.ts'

export type ChoiceRow = Selectable<ChoicesTable>

export interface ChoiceOption {
  id: string
  label: string
}

/** A choice with its options, in their order. */
export interface KnownChoice {
  row: ChoiceRow
  options: ChoiceOption[]
}

/** The time for which a closed choice stays on the page, unless its host takes it off, ms. */
export const SHOWN_AFTER_MS = 24 * 60 * 60_000

/** Returns whether a payment that begins at a time, Unix ms, can vote. */
export function isOpenAt(row: ChoiceRow, at: number): boolean {
  return row.cancelled_at === null && row.opens_at <= at && at < row.closes_at
}

/** Returns whether the page shows a choice at a time, Unix ms: open, or closed in the last day. */
export function isShownAt(row: ChoiceRow, at: number): boolean {
  if (row.cancelled_at !== null || row.withdrawn_at !== null) return false
  return row.opens_at <= at && at < row.closes_at + SHOWN_AFTER_MS
}

/** Returns a choice as everybody sees it. */
export function toChoice({ row, options }: KnownChoice): Choice {
  return {
    id: row.id,
    question: row.question,
    options,
    opensAt: new Date(row.opens_at).toISOString(),
    closesAt: new Date(row.closes_at).toISOString(),
    closedEarly: row.closed_early === 1,
  }
}

/** Returns the time at which the choice of each option closes, Unix ms, by the option's id. */
export function toClosings(choices: readonly Choice[]): Map<string, number> {
  return new Map(
    choices.flatMap(({ options, closesAt }) =>
      options.map(({ id }) => [id, Date.parse(closesAt)] as const),
    ),
  )
}

/** Returns how many of these choices are open at the same time at most, from an instant on, Unix ms. */
export function countMostOpen(
  choices: readonly Pick<ChoiceRow, 'opens_at' | 'closes_at'>[],
  from: number,
): number {
  // The most are open at an opening, or at the beginning.
  const instants = [from, ...choices.map(({ opens_at: opensAt }) => Math.max(opensAt, from))]
  const counts = instants.map(
    (at) => choices.filter((one) => one.opens_at <= at && one.closes_at > at).length,
  )
  return Math.max(...counts)
}

/** Returns whether these are the options of a choice, in their order. */
export function hasLabels(options: readonly ChoiceOption[], labels: readonly string[]): boolean {
  return JSON.stringify(options.map(({ label }) => label)) === JSON.stringify(labels)
}
