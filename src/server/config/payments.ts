import type { PaymentsMode } from '#contract/config.ts'
import { isLoopbackHostname } from '#server/http/guards/loopback.ts'
import type { PaypalKeys } from '#server/payments/paypal/paypal.ts'
import type { StripeKeys } from '#server/payments/stripe/stripe.ts'
import { ConfigError } from './config-error.ts'
import { EXPECTED, quoteValue, type Environment, type VariableName } from './environment.ts'

export interface PaypalConfig extends PaypalKeys {
  /** The address of a double of the wallet's script; PayPal's own where it is absent. */
  sdkBase: string | undefined
}

export interface PaymentsConfig {
  payments: PaymentsMode
  stripe: StripeKeys | undefined
  paypal: PaypalConfig | undefined
}

/** The payments mode and each provider's keys. A provider's variables are all there, or none is. */
export function readPayments(environment: Environment): PaymentsConfig {
  const stripe = readStripe(environment)
  const paypal = readPaypal(environment)
  const payments = choosePayments(environment)
  if (payments === 'sandbox') return { payments, stripe: undefined, paypal: undefined }
  if (payments === 'live') refuseDoubles(environment)
  return { payments, stripe, paypal }
}

function choosePayments(environment: Environment): PaymentsMode {
  const fromKey = environment.STRIPE_SECRET_KEY?.includes('_live_') ? 'live' : 'test'
  const chosen = environment.PAYMENTS
  if (environment.STRIPE_SECRET_KEY !== undefined) return agreeOnMode(chosen, fromKey)
  if (environment.PAYPAL_CLIENT_ID === undefined) return withoutKeys(environment)
  if (chosen !== undefined) return chosen
  throw new ConfigError(
    "PAYMENTS is missing: it must be test or live, because PayPal's keys do not tell which they are of.",
  )
}

function agreeOnMode(chosen: PaymentsMode | undefined, fromKey: 'live' | 'test'): PaymentsMode {
  if (chosen === undefined || chosen === fromKey) return fromKey
  if (chosen === 'sandbox' && fromKey === 'test') return 'sandbox'
  throw new ConfigError(
    `PAYMENTS cannot be "${chosen}" beside a ${fromKey} key in STRIPE_SECRET_KEY: it must be ${fromKey}, or the key of the other mode.`,
  )
}

/** Play money is a default only where nobody but this machine can reach it. */
function withoutKeys({ PAYMENTS: chosen, PUBLIC_URL, HOST }: Environment): PaymentsMode {
  if (chosen === 'sandbox') return 'sandbox'
  if (chosen !== undefined) {
    throw new ConfigError(
      `PAYMENTS cannot be "${chosen}" without keys: set STRIPE_SECRET_KEY or PAYPAL_CLIENT_ID, or choose sandbox.`,
    )
  }
  if (PUBLIC_URL !== undefined && !isLoopbackHostname(new URL(PUBLIC_URL).hostname)) {
    throw sandboxIsPublic('PUBLIC_URL', PUBLIC_URL)
  }
  if (!isLoopbackHostname(HOST)) throw sandboxIsPublic('HOST', HOST)
  return 'sandbox'
}

function sandboxIsPublic(name: VariableName, value: string): ConfigError {
  return new ConfigError(
    `PAYMENTS is missing: with ${name} set to "${value}" others can reach this server, so it must be sandbox to take play money, or STRIPE_SECRET_KEY or PAYPAL_CLIENT_ID must be set to take real payments.`,
  )
}

function readStripe(environment: Environment): StripeKeys | undefined {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE'] as const
  const beside = names.find((name) => environment[name] !== undefined)
  if (beside === undefined) return undefined
  return {
    secretKey: requireBeside(environment, 'STRIPE_SECRET_KEY', beside),
    webhookSecret: requireBeside(environment, 'STRIPE_WEBHOOK_SECRET', beside),
    apiBase: environment.STRIPE_API_BASE,
  }
}

function readPaypal(environment: Environment): PaypalConfig | undefined {
  const names = [
    'PAYPAL_CLIENT_ID',
    'PAYPAL_CLIENT_SECRET',
    'PAYPAL_WEBHOOK_ID',
    'PAYPAL_API_BASE',
    'PAYPAL_SDK_BASE',
  ] as const
  const beside = names.find((name) => environment[name] !== undefined)
  if (beside === undefined) return undefined
  return {
    clientId: requireBeside(environment, 'PAYPAL_CLIENT_ID', beside),
    clientSecret: requireBeside(environment, 'PAYPAL_CLIENT_SECRET', beside),
    webhookId: requireBeside(environment, 'PAYPAL_WEBHOOK_ID', beside),
    apiBase: environment.PAYPAL_API_BASE,
    sdkBase: environment.PAYPAL_SDK_BASE,
  }
}

type KeyName =
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'PAYPAL_CLIENT_ID'
  | 'PAYPAL_CLIENT_SECRET'
  | 'PAYPAL_WEBHOOK_ID'

function requireBeside(environment: Environment, name: KeyName, beside: VariableName): string {
  const value = environment[name]
  if (value !== undefined) return value
  throw new ConfigError(
    `${name} is missing: with ${beside} set it must be ${EXPECTED[name]}${WHY[name] ?? ''}.`,
  )
}

const FORGED = ', or its messages could be forged'

const WHY: Partial<Record<VariableName, string>> = {
  STRIPE_WEBHOOK_SECRET: FORGED,
  PAYPAL_WEBHOOK_ID: FORGED,
}

/** The hosts at which real money is: anybody else would get the keys, and could say 'paid'. */
const LIVE_HOSTS = {
  STRIPE_API_BASE: /^api\.stripe\.com$/,
  PAYPAL_API_BASE: /^api(-m)?\.paypal\.com$/,
  PAYPAL_SDK_BASE: /^www\.paypal\.com$/,
}

function refuseDoubles(environment: Environment): void {
  for (const name of ['STRIPE_API_BASE', 'PAYPAL_API_BASE', 'PAYPAL_SDK_BASE'] as const) {
    const base = environment[name]
    if (base === undefined) continue
    const { protocol, hostname } = new URL(base)
    if (protocol === 'https:' && LIVE_HOSTS[name].test(hostname)) continue
    throw new ConfigError(
      `${name} cannot be ${quoteValue(name, base)} with live payments: it is for test doubles; remove it, or set PAYMENTS to test with test keys.`,
    )
  }
}
