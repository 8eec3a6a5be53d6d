import { AppError } from '#contract/app-error.ts'

/** What people call a provider. */
export type Label = 'Stripe' | 'PayPal'

/** Whether anything happened is not known; asking again is safe. */
export function unavailable(label: Label, cause: unknown): AppError {
  const message = `${label} cannot be reached right now. Please try again in a moment.`
  return new AppError('unavailable', message, { cause })
}

/** As `unavailable`, after the provider took longer than we wait. */
export function timedOut(label: Label, cause: unknown): AppError {
  const message = `${label} took too long to answer. Please try again in a moment.`
  return new AppError('deadline-exceeded', message, { cause })
}

/** Tells donors of a refusal, whatever was refused. */
export const REFUSED = 'refused the payment. Nothing was charged.'

/** What a provider denies us: `key` stands for everything, `permission` for one kind of request. */
export type Denial = 'key' | 'permission'

/**
 * The provider does not take our key, or not for this request. Nothing happened, and the same
 * succeeds once the host has seen to the key: so it waits, as while a provider is away.
 */
export class ProviderDeniedError extends AppError {
  readonly label: Label
  readonly denial: Denial

  constructor(label: Label, denial: Denial, cause: unknown) {
    const message = `${label} cannot take payments right now. Please try again in a moment.`
    super('unavailable', message, { cause })
    this.label = label
    this.denial = denial
  }
}

/** Builds the error for a key that the provider does not take, or not for this request. */
export function denied(label: Label, denial: Denial, cause: unknown): ProviderDeniedError {
  return new ProviderDeniedError(label, denial, cause)
}

/** Returns whether the provider could be asked, and denied us this one kind of request alone. */
export function isPermissionDenied(error: unknown): boolean {
  return error instanceof ProviderDeniedError && error.denial === 'permission'
}

/** The provider said no, and nothing happened. */
export function refused(label: Label, cause: unknown): AppError {
  return new AppError('failed-precondition', `${label} ${REFUSED}`, { cause })
}

/** The provider would not give money back, and nothing happened. */
export function refundRefused(label: Label, cause: unknown): AppError {
  const message = `${label} refused to give the money back. Please look at the payment in its dashboard.`
  return new AppError('failed-precondition', message, { cause })
}

/** The provider took the order to give money back, and says that it came to nothing. */
export function refundFailed(label: Label, objectId: string): AppError {
  const message = `${label} could not give the money back. Please look at the payment in its dashboard.`
  return new AppError('failed-precondition', message, { cause: new Error(`See ${objectId}.`) })
}

export function unknownPayment(label: Label, cause: unknown): AppError {
  return new AppError('not-found', `${label} does not know this payment.`, { cause })
}

/** An event that we do not believe. The reason is for the logs alone. */
export function untrustedEvent(label: Label, reason: string, cause?: unknown): AppError {
  const message = `This is not a valid event from ${label}.`
  return new AppError('invalid-argument', message, { cause: new Error(reason, { cause }) })
}

/** A refund or dispute that nobody can add to a sum in our currency. */
export function foreignMoney(label: Label, objectId: string, currency: string): AppError {
  const message = `${label} moved money of this payment in ${currency.toUpperCase()} (${objectId}).`
  return new AppError('failed-precondition', message)
}

/** A dispute that is over, and of which the provider does not say whose the money is. */
export function undecidedDispute(label: Label, objectId: string): AppError {
  const message = `${label} does not say how a dispute of this payment ended.`
  return new AppError('failed-precondition', message, { cause: new Error(`See ${objectId}.`) })
}

/** Money that a provider says went back, without a refund or dispute that took it. */
export function unexplainedReturn(label: Label, objectId: string): AppError {
  const message = `${label} does not say how money of this payment went back.`
  return new AppError('failed-precondition', message, { cause: new Error(`See ${objectId}.`) })
}
