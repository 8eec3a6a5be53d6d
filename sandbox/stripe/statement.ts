import type Stripe from 'stripe'
import type { ProviderDeps } from '../options.ts'
import { createStatementFaults, type StatementFaults } from '../statement-faults.ts'
import type { Account } from './account.ts'
import { StripeRefusal } from './errors.ts'
import { listOf } from './lists.ts'
import type { Mount } from './mount.ts'
import { toCharge, toDispute, toRefund } from './objects.ts'
import type { DisputeRecord, RefundRecord, StripeState } from './records.ts'

/** What Stripe takes of a card payment in the United States, and for a dispute. */
const FEE_SHARE = 0.029
const FIXED_FEE_CENTS = 30
const DISPUTE_FEE_CENTS = 1_500

interface Line {
  id: string
  created: number
  type: string
  category: string
  amount: number
  fee: number
  currency: string
  source: Stripe.Charge | Stripe.Refund | Stripe.Dispute
}

/** https://docs.stripe.com/api/balance_transactions */
export function mountStatement(
  mount: Mount,
  account: Account,
  {
    statementFaults: faults = createStatementFaults(),
    clock,
  }: Pick<ProviderDeps, 'statementFaults' | 'clock'>,
): void {
  const url = '/v1/balance_transactions'

  mount('GET', url, ({ form }) => {
    if (faults.isDenied('stripe')) throw lacksPermission()
    const shownUntil = (clock() - faults.findDelayMs('stripe')) / 1000
    const lines = listLines(account.state)
      .filter(({ created }) => created <= shownUntil)
      .filter(({ source }) => !faults.isMissing('stripe', source.id))
      .map((line) => spoil(line, faults))
    const isExpanded = Array.isArray(form['expand']) && form['expand'].includes('data.source')
    return listOf(form, url, lines, {
      keep: () => true,
      show: (line) => toBalanceTransaction(line, isExpanded),
    })
  })
}

function lacksPermission(): StripeRefusal {
  const message =
    "The provided key 'rk_test_*********' does not have the required permissions for this endpoint. Having the 'rak_balance_read' permission would allow this request to continue."
  return new StripeRefusal(403, 'invalid_request_error', message)
}

/** All that moved the balance, the oldest first. */
function listLines({ charges, refunds, disputes }: StripeState): Line[] {
  const taken = [...charges.values()].filter(({ failureCode }) => failureCode === null)
  return [
    ...taken.map((charge): Line => {
      const { id, created, amount, currency } = charge
      const fee = Math.round(amount * FEE_SHARE) + FIXED_FEE_CENTS
      const source = toCharge(charge)
      const type = 'charge'
      return { id: `txn_${id}`, type, category: type, created, amount, fee, currency, source }
    }),
    ...[...refunds.values()].flatMap(toRefundLines),
    ...[...disputes.values()].flatMap(toDisputeLines),
  ].toSorted((a, b) => a.created - b.created)
}

/** The object's id makes the line's, so that it is the same each time. */
function named(objectId: string, type: string, twist = ''): Pick<Line, 'id' | 'type'> {
  return { id: `txn_${twist}${objectId}`, type }
}

function toRefundLines(refund: RefundRecord): Line[] {
  const { id, created, amount, currency, status, failedAt } = refund
  const shared = { currency, fee: 0, source: toRefund(refund) }
  const left = { ...named(id, 'refund'), ...shared, category: 'refund', created, amount: -amount }
  if (status !== 'failed') return [left]
  const category = 'refund_failure'
  const back = { ...named(id, category, 'back_'), ...shared, category, amount }
  return [left, { ...back, created: failedAt ?? created }]
}

function toDisputeLines(dispute: DisputeRecord): Line[] {
  const { id, created, amount, currency, status, closedAt } = dispute
  const shared = { currency, source: toDispute(dispute) }
  const taken: Line = {
    ...named(id, 'adjustment'),
    ...shared,
    category: 'dispute',
    created,
    amount: -amount,
    fee: DISPUTE_FEE_CENTS,
  }
  if (status !== 'won') return [taken]
  const back = { ...named(id, 'adjustment', 'back_'), ...shared, amount, fee: 0 }
  return [taken, { ...back, category: 'dispute_reversal', created: closedAt ?? created }]
}

function spoil(line: Line, faults: StatementFaults): Line {
  return { ...line, amount: line.amount + faults.findError('stripe', line.source.id) }
}

function toBalanceTransaction(line: Line, isExpanded: boolean): Stripe.BalanceTransaction {
  const { id, created, type, category, amount, fee, currency, source } = line
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
    source: isExpanded ? source : source.id,
    status: 'available',
    type,
  }
}
