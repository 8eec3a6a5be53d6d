import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { MisreadError } from '#server/infra/misread-error.ts'
import { isPermissionDenied, ProviderDeniedError, REFUSED } from './failures.ts'

const TRY_AGAIN = ' Please try again in a moment.'

/**
 * Returns a sentence for the host about why a call failed, or what the provider refused; the
 * error's own message is for donors.
 */
export function tellHost(error: unknown): string {
  if (error instanceof ProviderDeniedError) return tellDenial(error)
  const message = error instanceof Error ? error.message : 'The reason is not known.'
  if (!(error instanceof AppError)) return message
  const paths = findUnreadable(error.cause)
  const [label] = message.split(' ')
  if (paths !== undefined) return `${label}'s answer cannot be read: ${paths.join(', ')}.`
  if (error instanceof MisreadError)
    return `${label}'s answer cannot be read: ${tellCause(error.cause)}`
  if (!message.endsWith(REFUSED)) return message.replace(TRY_AGAIN, '')
  return `${label} refused what was asked: ${tellCause(error.cause)}`
}

function tellDenial(error: ProviderDeniedError): string {
  const { label } = error
  if (isPermissionDenied(error)) return `${label} does not let our key do this (403).`
  return `${label} does not take our key (401).`
}

/**
 * Returns the paths at which a response does not match the schema, or undefined if that was not the
 * cause.
 */
function findUnreadable(cause: unknown): string[] | undefined {
  if (cause instanceof z.ZodError) return cause.issues.map(({ path }) => path.join('.') || 'all')
  return cause instanceof Error && cause.cause !== undefined
    ? findUnreadable(cause.cause)
    : undefined
}

function tellCause(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'it did not say why.'
}

const WAITED_FOR = /cannot be reached right now|took too long|does not (take|let) our key| is away$/

/** Returns whether a sentence is about a provider that is away, or about a key that it denies. */
export function isWaitedFor(sentence: string): boolean {
  return WAITED_FOR.test(sentence)
}

const OTHER_CURRENCY = / moved money of this payment in (?<currency>\w+) \((?<objectId>.+)\)\.$/

/**
 * Returns the refund or dispute in a message of `otherCurrency`; undefined for any other sentence.
 */
export function findOtherCurrency(
  sentence: string,
): { currency: string; objectId: string } | undefined {
  const { currency, objectId } = OTHER_CURRENCY.exec(sentence)?.groups ?? {}
  return currency === undefined || objectId === undefined ? undefined : { currency, objectId }
}
