import type Stripe from 'stripe'
import type { DisputeRecord } from '../records/records.ts'

const DISPUTE_FEE_CENTS = 1_500

/** A change of the account's balance. */
export interface BalanceLine {
  id: string
  created: number
  type: string
  category: string
  /** The cents; below zero if they left the account. */
  amount: number
  fee: number
  currency: string
  sourceId: string
}

/** Returns a line's id, which depends on its object's id, so that it is the same each time. */
export function lineIdOf(objectId: string, suffix = ''): string {
  return `txn_${suffix}${objectId}`
}

/** Returns all lines of a dispute, oldest first. */
export function toDisputeLines({ id, currency, funds }: DisputeRecord): BalanceLine[] {
  return funds.map(({ at, cents }, index) => ({
    id: lineIdOf(id, index === 0 ? '' : `${index}_`),
    type: 'adjustment',
    category: cents < 0 ? 'dispute' : 'dispute_reversal',
    created: at,
    amount: cents,
    // Stripe takes its fee once.
    fee: index === 0 ? DISPUTE_FEE_CENTS : 0,
    currency,
    sourceId: id,
  }))
}

/** Returns a balance transaction: https://docs.stripe.com/api/balance_transactions/object */
export function toBalanceTransaction(line: BalanceLine): Stripe.BalanceTransaction {
  const { id, created, type, category, amount, fee, currency, sourceId } = line
  const detail = {
    amount: fee,
    application: null,
    currency,
    description: 'Stripe processing fees',
    type: 'stripe_fee',
  }
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [detail],
    net: amount - fee,
    reporting_category: category,
    source: sourceId,
    status: 'available',
    type,
  }
}
