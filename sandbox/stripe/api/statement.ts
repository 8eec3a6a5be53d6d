import type Stripe from 'stripe'
import type { ProviderDeps } from '../../options.ts'
import { createStatementFaults, type StatementFaults } from '../../faults/statement-faults.ts'
import type { Account } from '../account/account.ts'
import {
  lineIdOf,
  toBalanceTransaction,
  toDisputeLines,
  type BalanceLine,
} from '../objects/balance-transaction.ts'
import { StripeError } from '../errors.ts'
import { toListPage } from './lists.ts'
import type { Mount } from './mount.ts'
import { toCharge, toDispute, toRefund } from '../objects/objects.ts'
import type { ChargeRecord, DisputeRecord, RefundRecord, StripeState } from '../records/records.ts'

/** Stripe's fee of a card payment in the United States. */
const FEE_SHARE = 0.029
const FIXED_FEE_CENTS = 30

interface Line extends BalanceLine {
  source: Stripe.Charge | Stripe.Refund | Stripe.Dispute
}

/** Mounts the statement's route: https://docs.stripe.com/api/balance_transactions */
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
    return toListPage(form, url, lines, {
      keep: () => true,
      show: (line) => ({
        ...toBalanceTransaction(line),
        source: isExpanded ? line.source : line.sourceId,
      }),
    })
  })
}

function lacksPermission(): StripeError {
  const message =
    "The provided key 'rk_test_*********' does not have the required permissions for this endpoint. Having the 'rak_balance_read' permission would allow this request to continue."
  return new StripeError(403, 'invalid_request_error', message)
}

/** Lists everything that moved the balance, oldest first. */
function listLines({ charges, refunds, disputes }: StripeState): Line[] {
  const taken = [...charges.values()].filter(({ failureCode }) => failureCode === null)
  return [
    ...taken.map(toChargeLine),
    ...[...refunds.values()].flatMap(toRefundLines),
    ...[...disputes.values()].flatMap(toSourcedLines),
  ].toSorted((a, b) => a.created - b.created)
}

function toChargeLine(charge: ChargeRecord): Line {
  const { id, created, amount, currency } = charge
  const type = 'charge'
  return {
    id: lineIdOf(id),
    type,
    category: type,
    created,
    amount,
    fee: Math.round(amount * FEE_SHARE) + FIXED_FEE_CENTS,
    currency,
    sourceId: id,
    source: toCharge(charge),
  }
}

function toSourcedLines(dispute: DisputeRecord): Line[] {
  const source = toDispute(dispute)
  return toDisputeLines(dispute).map((line) => Object.assign(line, { source }))
}

function toRefundLines(refund: RefundRecord): Line[] {
  const { id, created, amount, currency, status, failedAt } = refund
  const shared = { currency, fee: 0, sourceId: id, source: toRefund(refund) }
  const type = 'refund'
  const left = { ...shared, id: lineIdOf(id), type, category: type, created, amount: -amount }
  if (status !== 'failed' && status !== 'canceled') return [left]
  const failure = 'refund_failure'
  const back = { ...shared, id: lineIdOf(id, 'back_'), type: failure, category: failure, amount }
  return [left, { ...back, created: failedAt ?? created }]
}

function spoil(line: Line, faults: StatementFaults): Line {
  return { ...line, amount: line.amount + faults.findError('stripe', line.source.id) }
}
