import { CURRENCY } from '#contract/money.ts'
import { foreignMoney, type Label } from '../failures/failures.ts'
import type { Movement } from '../provider.ts'

/** A refund or dispute as it stands. */
export interface MovedMoney {
  objectId: string
  amountCents: number
  /** ISO 4217, in whichever case. */
  currency: string
  /** When it came, in any unit that all of one payment's share. */
  createdAt: number
  /**
   * `refunded` has left us and `failed` has come back; a dispute that is `open` or `lost` holds the
   * money, one that is `won` does so no more; `harmless` never touched it.
   */
  outcome: 'refunded' | 'failed' | 'open' | 'won' | 'lost' | 'harmless'
  /** What of a dispute came back, or was taken by a refund in its place; cents. */
  returnedCents?: number
}

/** Cents that refunds have taken. */
export function sumRefunds(moved: readonly MovedMoney[]): number {
  return moved.reduce(
    (sum, { outcome, amountCents }) => sum + (outcome === 'refunded' ? amountCents : 0),
    0,
  )
}

const KINDS: Record<MovedMoney['outcome'], Movement['kind'][]> = {
  refunded: ['refund'],
  failed: ['refund', 'refund_reversal'],
  open: ['dispute_open'],
  won: ['dispute_open', 'dispute_won'],
  lost: ['dispute_open', 'dispute_lost'],
  harmless: [],
}

/** In the order in which they came. Fails with `failed-precondition` for a currency not ours. */
export function toMovements(label: Label, moved: readonly MovedMoney[]): Movement[] {
  return moved
    .filter(({ outcome, amountCents }) => outcome !== 'harmless' && amountCents > 0)
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .flatMap((one) => spellOut(label, one))
}

function spellOut(label: Label, moved: MovedMoney): Movement[] {
  const { objectId, amountCents, currency, outcome, returnedCents = 0 } = moved
  if (currency.toUpperCase() !== CURRENCY) throw foreignMoney(label, objectId, currency)
  const movements = KINDS[outcome].map((kind): Movement => ({ kind, objectId, amountCents }))
  if (returnedCents <= 0) return movements
  return [...movements, { kind: 'dispute_won', objectId, amountCents: returnedCents }]
}
