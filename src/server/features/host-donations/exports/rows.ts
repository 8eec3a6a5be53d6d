import { CURRENCY } from '#contract/money.ts'
import type { ExportedDonation } from './donations.ts'
import type { ExportedMovement } from './movements.ts'

export type CsvRow = (string | number)[]

export const MOVEMENT_COLUMNS = [
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
]

export async function* toMovementRows(
  movements: AsyncIterable<ExportedMovement>,
): AsyncGenerator<CsvRow> {
  for await (const movement of movements) {
    yield [
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
    ]
  }
}

export const DONATION_COLUMNS = [
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
]

export async function* toDonationRows(
  donations: AsyncIterable<ExportedDonation>,
): AsyncGenerator<CsvRow> {
  for await (const donation of donations) {
    yield [
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
    ]
  }
}

/** Returns cents as dollars: a number, which no spreadsheet runs; an empty cell if not known. */
function toDollars(amountCents: number | null): number | string {
  return amountCents === null ? '' : amountCents / 100
}
