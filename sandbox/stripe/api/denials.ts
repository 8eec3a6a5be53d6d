import { StripeError } from '../errors.ts'

/** A request that a key may not make, and the key's account. */
export interface DeniedRequest {
  key: string
  account: string
  method: string
  path: string
}

/** Returns the error of a key that is not the account's, or was rolled. */
export function invalidKeyError({ key }: Pick<DeniedRequest, 'key'>): StripeError {
  return new StripeError(
    401,
    'invalid_request_error',
    `Invalid API Key provided: ${mask(key, 'sk_test')}`,
  )
}

/**
 * Returns the error of a restricted key that lacks a permission.
 * https://docs.stripe.com/keys/restricted-api-keys
 */
export function missingPermissionError({ key, account, method, path }: DeniedRequest): StripeError {
  const permission = `rak_${findResource(path)}_${method === 'GET' ? 'read' : 'write'}`
  return new StripeError(
    403,
    'invalid_request_error',
    `The provided key '${mask(key, 'rk_test')}' does not have the required permissions for this endpoint on account '${account}'. Having the '${permission}' permission would allow this request to continue.`,
  )
}

/**
 * The permissions of paths, which have names of their own: refunds are read and written with their
 * charges.
 */
const RESOURCES: [path: string, resource: string][] = [
  ['/v1/checkout/sessions', 'checkout_session'],
  ['/v1/payment_intents', 'payment_intent'],
  ['/v1/disputes', 'dispute'],
  ['/v1/events', 'event'],
  ['/v1/account', 'accounts_kyc_basic'],
]

function findResource(url: string): string {
  return RESOURCES.find(([path]) => url.startsWith(path))?.[1] ?? 'charge'
}

function mask(key: string, prefix: string): string {
  return `${prefix}_${'*'.repeat(20)}${key.slice(-6)}`
}
