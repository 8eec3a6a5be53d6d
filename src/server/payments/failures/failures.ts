import { AppError } from '#contract/app-error.ts'
import { MisreadError } from '#server/infra/misread-error.ts'

/**
 * Builds the error for a call of which it is unknown whether anything happened; it is safe to
 * repeat. The provider is away: it cannot be reached, fails (5xx), or has had too much (429).
 */
export function unavailable(label: string, cause: unknown): AppError {
  return new AppError('unavailable', tellDonor(label), { cause })
}

/** Builds the error for a response that we could not read; otherwise as `unavailable`. */
export function misread(label: string, cause: unknown): MisreadError {
  return new MisreadError(tellDonor(label), cause)
}

function tellDonor(label: string): string {
  return `${label} cannot be reached right now. Please try again in a moment.`
}

/** Returns whether a status says that the provider, or a proxy on the way, is away or overloaded. */
export function isAwayStatus(status: number): boolean {
  return status >= 500 || status === 429
}

/** Builds the error for a provider that took longer than we wait; otherwise as `unavailable`. */
export function timedOut(label: string, cause: unknown): AppError {
  const message = `${label} took too long to answer. Please try again in a moment.`
  return new AppError('deadline-exceeded', message, { cause })
}

/** The end of the message to donors about any refusal. */
export const REFUSED = 'refused the payment. Nothing was charged.'

/** The extent of a denial: `key` for everything, `permission` for one kind of request. */
export type Denial = 'key' | 'permission'

/**
 * Thrown when the provider rejects our key, for everything or for this request. Nothing happened,
 * and the same call succeeds once the host has fixed the key, so it is retried as if the provider
 * were away.
 */
export class ProviderDeniedError extends AppError {
  readonly label: string
  readonly denial: Denial

  constructor(label: string, denial: Denial, cause: unknown) {
    const message = `${label} cannot take payments right now. Please try again in a moment.`
    super('unavailable', message, { cause })
    this.label = label
    this.denial = denial
  }
}

/** Builds the error for a key that the provider rejects, for everything or for this request. */
export function denied(label: string, denial: Denial, cause: unknown): ProviderDeniedError {
  return new ProviderDeniedError(label, denial, cause)
}

/** Returns whether the provider rejected only this kind of request, not our key as a whole. */
export function isPermissionDenied(error: unknown): boolean {
  return error instanceof ProviderDeniedError && error.denial === 'permission'
}

/** Builds the error for a refused request; nothing happened. */
export function refused(label: string, cause: unknown): AppError {
  return new AppError('failed-precondition', `${label} ${REFUSED}`, { cause })
}

/** Builds the error for a refused refund; nothing happened. */
export function refundRefused(label: string, cause: unknown): AppError {
  const message = `${label} refused to give the money back. Please look at the payment in its dashboard.`
  return new AppError('failed-precondition', message, { cause })
}

/** Builds the error for a refund that the provider accepted and that has failed. */
export function refundFailed(label: string, objectId: string): AppError {
  const message = `${label} could not give the money back. Please look at the payment in its dashboard.`
  return new AppError('failed-precondition', message, { cause: new Error(`See ${objectId}.`) })
}

export function unknownPayment(label: string, cause: unknown): AppError {
  return new AppError('not-found', `${label} does not know this payment.`, { cause })
}

/** Builds the error for an event that is not trusted. The reason is only for the logs. */
export function untrustedEvent(label: string, reason: string, cause?: unknown): AppError {
  const message = `This is not a valid event from ${label}.`
  return new AppError('invalid-argument', message, { cause: new Error(reason, { cause }) })
}

/**
 * Builds the error for a refund or dispute in another currency, which no sum of ours can contain.
 */
export function otherCurrency(label: string, objectId: string, currency: string): AppError {
  const message = `${label} moved money of this payment in ${currency.toUpperCase()} (${objectId}).`
  return new AppError('failed-precondition', message)
}

/** Builds the error for a resolved dispute of which the provider does not say who got the money. */
export function undecidedDispute(label: string, objectId: string): AppError {
  const message = `${label} does not say how a dispute of this payment ended.`
  return new AppError('failed-precondition', message, { cause: new Error(`See ${objectId}.`) })
}

/**
 * Builds the error for money that a provider says was returned, without a refund or dispute for it.
 */
export function unexplainedReturn(label: string, objectId: string): AppError {
  const message = `${label} does not say how money of this payment went back.`
  return new AppError('failed-precondition', message, { cause: new Error(`See ${objectId}.`) })
}
