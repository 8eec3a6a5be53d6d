import type { AppError } from '#contract/app-error.ts'
import type { StatementReport } from '#contract/reconciliation.ts'
import { isPermissionDenied } from '#server/payments/failures/failures.ts'
import { tellHost } from '#server/payments/failures/host-sentences.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { Reading } from './read.ts'

export function emptyReport({ name }: PaymentProvider): StatementReport {
  return {
    provider: name,
    from: null,
    to: null,
    payments: 0,
    waiting: 0,
    driftCents: 0,
    grossCents: 0,
    feeCents: 0,
    netCents: 0,
    foreignLines: 0,
    gaps: [],
  }
}

/** Returns the reason why a statement was not compared. */
export function describeFailure({ statement }: PaymentProvider, error: AppError): string {
  const { label, denial } = statement
  // The message of a not-found error is about payments, so it does not fit here.
  const isUnknown = error.code === 'not-found'
  const why = isPermissionDenied(error) ? `${denial}.` : tellHost(isUnknown ? error.cause : error)
  return `${label}'s statement could not be compared: ${why}`
}

/** Returns sentences about what could not be read of a statement or is not known. */
export function describeReading({ statement }: PaymentProvider, reading: Reading): string[] {
  const { unreadable, unknownTypes } = reading
  const named = unreadable.named.map(({ id, type }) => `${id} (${type})`).join(', ')
  const more = unreadable.count > unreadable.named.length ? ' …' : ''
  const types = [...unknownTypes].toSorted().join(', ')
  return [
    ...(unreadable.count === 0
      ? []
      : [`${unreadable.count} lines of ${statement.label}'s could not be read: ${named}${more}.`]),
    ...(types === '' ? [] : [`Lines of ours are of types that are not known: ${types}.`]),
  ]
}

/** Returns sentences about the payments that cannot be compared. */
export function describePayments(otherCurrency: number, inReview: number): string[] {
  return [
    ...(otherCurrency === 0 ? [] : [`${otherCurrency} payments have lines in another currency.`]),
    ...(inReview === 0 ? [] : [`${inReview} payments wait for your review.`]),
  ]
}

/** Merges the reports of two consecutive spans. */
export function mergeReports(first: StatementReport, second: StatementReport): StatementReport {
  return {
    provider: first.provider,
    from: first.from ?? second.from,
    to: second.to ?? first.to,
    payments: first.payments + second.payments,
    waiting: first.waiting + second.waiting,
    driftCents: second.driftCents,
    grossCents: first.grossCents + second.grossCents,
    feeCents: first.feeCents + second.feeCents,
    netCents: first.netCents + second.netCents,
    foreignLines: first.foreignLines + second.foreignLines,
    gaps: [...new Set([...first.gaps, ...second.gaps])],
  }
}
