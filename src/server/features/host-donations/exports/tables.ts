import { CURRENCY } from '#contract/money.ts'
import type { CsvTable } from '#server/infra/exports.ts'
import type { ExportedDonation } from './donations.ts'
import type { ExportedMovement } from './movements.ts'

/** The table of `movements.csv`. */
export const MOVEMENTS: CsvTable<ExportedMovement> = {
  columns: [
    'date',
    'datetime',
    'id',
    'type',
    'kind',
    'isRefund',
    'refundId',
    'amount',
    'paymentProcessorFee',
    'netAmount',
    'currency',
    'paymentMethodService',
    'transactionId',
    'donationId',
    'checkoutId',
    'name',
  ],
  toRow: (movement) => [
    movement.date,
    movement.datetime,
    movement.id,
    movement.type,
    movement.kind,
    String(movement.isRefund),
    movement.refundId,
    toDollars(movement.amountCents),
    toDollars(movement.paymentProcessorFeeCents),
    toDollars(movement.netAmountCents),
    movement.currency,
    movement.paymentMethodService,
    movement.transactionId,
    movement.donationId,
    movement.checkoutId,
    movement.name,
  ],
}

/** The table of `donations.csv`. */
export const DONATIONS: CsvTable<ExportedDonation> = {
  columns: [
    'date',
    'datetime',
    'id',
    'name',
    'email',
    'state',
    'amount',
    'refunded',
    'disputed',
    'left',
    'currency',
    'paymentMethodService',
    'paymentId',
    'transactionId',
    'checkoutId',
  ],
  toRow: (donation) => [
    donation.date,
    donation.datetime,
    donation.id,
    donation.name ?? '',
    donation.email ?? '',
    donation.state,
    toDollars(donation.amountCents),
    toDollars(donation.refundedCents),
    toDollars(donation.disputedCents),
    toDollars(donation.leftCents),
    CURRENCY,
    donation.provider,
    donation.paymentRef ?? '',
    donation.captureId ?? '',
    donation.checkoutId,
  ],
}

/** Returns cents as dollars: a number, which no spreadsheet runs; an empty cell if not known. */
function toDollars(amountCents: number | null): number | string {
  return amountCents === null ? '' : amountCents / 100
}
