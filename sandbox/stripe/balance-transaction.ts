import type Stripe from 'stripe'
import type { DisputeRecord } from './records.ts'

const DISPUTE_FEE_CENTS = 1_500

/** Money that moved on the account's balance. */
export interface BalanceLine {
  id: string
  created: number
  type: string
  category: string
  /** Cents; below zero where it left. */
  amount: number
  fee: number
  currency: string
  sourceId: string
}

/** The object's id makes the line's, so that it is the same each time. */
export function nameLine(objectId: string, twist = ''): string {
  return `txn_${twist}${objectId}`
}

/** Everything that a dispute moved, the oldest first. */
export function toDisputeLines({ id, currency, funds }: DisputeRecord): BalanceLine[] {
  return funds.map(({ at, cents }, index) => ({
    id: nameLine(id, index === 0 ? '' : `${index}_`),
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

/** https://docs.stripe.com/api/balance_transactions/object */
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
