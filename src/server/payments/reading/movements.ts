import { CURRENCY } from '#contract/money.ts'
import { otherCurrency } from '../failures/failures.ts'
import type { Movement } from '../provider.ts'

/** The current state of a refund or dispute. */
export interface MovedMoney {
  objectId: string
  amountCents: number
  /** ISO 4217 code in upper or lower case. */
  currency: string
  /** The time of creation, in one unit for all objects of a payment. */
  createdAt: number
  /**
   * `refunded` has left us and `failed` has come back; a dispute that is `open` or `lost` holds the
   * money, one that is `won` no longer does; `harmless` never held it.
   */
  outcome: 'refunded' | 'failed' | 'open' | 'won' | 'lost' | 'harmless'
  /** The part of a dispute that came back, or that a refund took instead; cents. */
  returnedCents?: number
}

/** Returns the sum of the refunds, in cents. */
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

/**
 * Returns the movements in the order of their objects' creation. Throws `failed-precondition` for a
 * currency other than ours.
 */
export function toMovements(label: string, moved: readonly MovedMoney[]): Movement[] {
  return moved
    .filter(({ outcome, amountCents }) => outcome !== 'harmless' && amountCents > 0)
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .flatMap((one) => spellOut(label, one))
}

function spellOut(label: string, moved: MovedMoney): Movement[] {
  const { objectId, amountCents, currency, outcome, returnedCents = 0 } = moved
  if (currency.toUpperCase() !== CURRENCY) throw otherCurrency(label, objectId, currency)
  const movements = KINDS[outcome].map((kind): Movement => ({ kind, objectId, amountCents }))
  if (returnedCents <= 0) return movements
  return [...movements, { kind: 'dispute_won', objectId, amountCents: returnedCents }]
}
