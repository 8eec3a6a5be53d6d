import type { ChoiceChange } from '#contract/host/choices.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { readVotePayments, type VotePayments } from '#server/features/checkouts/checkouts.ts'
import { hasLabels, type ChoiceRow, type KnownChoice } from './choice.ts'

/** Returns the payments that fix question and options; undefined if there are none. */
export async function findFixing(
  reader: Reader,
  { row, options }: KnownChoice,
): Promise<VotePayments | undefined> {
  if (row.voted === 0) return undefined
  return readVotePayments(
    reader,
    options.map(({ id }) => id),
  )
}

/** Returns why a choice whose votes are paid, or may be, cannot be changed in this way. */
export function findFixedChange(
  { row: before, options }: KnownChoice,
  after: ChoiceRow,
  change: ChoiceChange,
  fixing: VotePayments,
): string | undefined {
  const isSame =
    before.question === after.question &&
    before.opens_at === after.opens_at &&
    (change.options === undefined || hasLabels(options, change.options))
  if (!isSame) return `${describeFixing(fixing)}: only a later closing can be set.`
  return after.closes_at < before.closes_at
    ? `${describeFixing(fixing)}: its closing can only be later, or now.`
    : undefined
}

function describeFixing(fixing: VotePayments): string {
  if (fixing.is === 'paid') return 'Somebody has voted'
  const { until } = fixing
  const end = until === null ? '' : `, until ${formatUtc(until)} at the latest`
  return `Somebody is paying for a vote${end}`
}

/** Formats an instant such as `2026-12-01 20:00 UTC`, up to the next minute. */
function formatUtc(time: number): string {
  const minute = new Date(Math.ceil(time / 60_000) * 60_000).toISOString()
  return `${minute.slice(0, 16).replace('T', ' ')} UTC`
}
