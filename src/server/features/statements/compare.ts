import { CURRENCY } from '#contract/money.ts'
import { MONEY_EFFECTS, netOf } from '#server/payments/reading/money-effects.ts'
import { toObjectId, type PaymentEntry } from '#server/features/ledger/ledger.ts'

/*
 * Ledger and statement record one movement at different times: the ledger a refund when it is
 * begun, a webhook comes late, and a provider writes its lines within hours. Sums of days would differ
 * every night. So this compares the sums of each payment since its beginning, and a recent movement
 * may be missing on one side.
 */

/** The compared fields of a statement's line. */
export interface ComparedLine {
  objectId: string | null
  at: number
  grossCents: number
  currency: string
}

export interface Sides {
  entries: readonly PaymentEntry[]
  lines: readonly ComparedLine[]
}

/** The times since when a movement may still be missing on the other side, Unix ms. */
export interface Recency {
  /** The limit for the ledger's entries, by our clock. */
  entriesSince: number
  /** The limit for the statement's lines, by the provider's clock. */
  linesSince: number
  /** True if an open dispute may have no line that takes its money. */
  mayOmitHolds: boolean
}

export interface Comparison {
  /**
   * The result; `other-currency` for lines in another currency, which cannot be compared with the
   * ledger.
   */
  result: 'agrees' | 'waiting' | 'drift' | 'other-currency'
  statementCents: number
  ledgerCents: number
}

/**
 * The most recent movements of a payment that are compared; one with more waits until they have
 * settled.
 */
const MAX_RECENT = 12

/** Compares the statement's lines of one payment with the ledger's entries. */
export function compare({ entries, lines }: Sides, recency: Recency): Comparison {
  const statementCents = addUp(lines.map(({ grossCents }) => grossCents))
  const sums = { statementCents, ledgerCents: netOf(entries) }
  if (lines.some(({ currency }) => currency !== CURRENCY))
    return { ...sums, result: 'other-currency' }
  const heldCents = recency.mayOmitHolds ? findHeldCents(entries) : 0
  if (differsByAnyOf(sums, [0, heldCents])) return { ...sums, result: 'agrees' }
  const missing = findMissing({ entries, lines }, recency)
  const isRecent = missing.length > MAX_RECENT || differsByAnyOf(sums, toSums(missing, heldCents))
  return { ...sums, result: isRecent ? 'waiting' : 'drift' }
}

function differsByAnyOf(
  { statementCents, ledgerCents }: Omit<Comparison, 'result'>,
  differences: Iterable<number>,
): boolean {
  const difference = statementCents - ledgerCents
  return [...differences].includes(difference)
}

/**
 * Returns for each movement that may be missing on one side by how much the statement may exceed
 * the ledger.
 */
function findMissing({ entries, lines }: Sides, { entriesSince, linesSince }: Recency): number[] {
  const booked = new Set(entries.map((entry) => keyOf(toObjectId(entry.objectId), effectOf(entry))))
  const written = new Set(lines.map(({ objectId, grossCents }) => keyOf(objectId, grossCents)))
  const unwritten = entries
    .filter(({ createdAt }) => createdAt >= entriesSince)
    .filter((entry) => !written.has(keyOf(toObjectId(entry.objectId), effectOf(entry))))
  const unbooked = lines
    .filter(({ at }) => at >= linesSince)
    .filter(({ objectId, grossCents }) => !booked.has(keyOf(objectId, grossCents)))
  return [
    ...unwritten.map((entry) => -effectOf(entry)),
    ...unbooked.map(({ grossCents }) => grossCents),
  ].filter((cents) => cents !== 0)
}

/**
 * Returns the key of a movement; the sign is part of it, since an object that moves money twice
 * moves it there and back.
 */
function keyOf(objectId: string | null, cents: number): string {
  return `${objectId} ${Math.sign(cents)}`
}

function effectOf({ kind, amountCents }: PaymentEntry): number {
  return MONEY_EFFECTS[kind] * amountCents
}

/** Returns all sums that a subset of the amounts can have, with and without the held money. */
function toSums(amounts: readonly number[], heldCents: number): Set<number> {
  let sums = new Set([0, heldCents])
  for (const amount of amounts) sums = sums.union(new Set([...sums].map((sum) => sum + amount)))
  return sums
}

/** Returns the money that open disputes hold, in cents. */
function findHeldCents(entries: readonly PaymentEntry[]): number {
  const disputes = Object.groupBy(entries, ({ objectId }) => toObjectId(objectId))
  return addUp(
    Object.values(disputes).map((entriesOfOne = []) => {
      const isLost = entriesOfOne.some(({ kind }) => kind === 'dispute_lost')
      const ofDispute = entriesOfOne.filter(({ kind }) => kind.startsWith('dispute_'))
      return isLost ? 0 : -netOf(ofDispute)
    }),
  )
}

function addUp(cents: readonly number[]): number {
  return cents.reduce((total, one) => total + one, 0)
}
