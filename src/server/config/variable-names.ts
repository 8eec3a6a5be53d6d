import { ConfigError } from './config-error.ts'
import { EXPECTED, type VariableName } from './environment.ts'

/** Every variable of the product. */
const OWN_NAMES = Object.keys(EXPECTED)

/** The names that other products give to what one of ours is for. */
const OTHER_NAMES: Record<string, VariableName> = {
  TRUST_PROXY: 'TRUSTED_PROXIES',
  TRUST_PROXIES: 'TRUSTED_PROXIES',
  TRUSTED_PROXY: 'TRUSTED_PROXIES',
  TRUSTED_PROXY_IPS: 'TRUSTED_PROXIES',
  DATABASE: 'DATABASE_URL',
  DB_URL: 'DATABASE_URL',
  POSTGRES_URL: 'DATABASE_URL',
  POSTGRESQL_URL: 'DATABASE_URL',
  REDIS: 'REDIS_URL',
  VALKEY_URL: 'REDIS_URL',
  SMTP: 'SMTP_URL',
  PUBLIC_ADDRESS: 'PUBLIC_URL',
  SESSION_SECRET: 'AUTH_SECRET',
  BETTER_AUTH_SECRET: 'AUTH_SECRET',
  HOST_EMAIL: 'ADMIN_EMAIL',
  PAYMENT_MODE: 'PAYMENTS',
  PAYMENTS_MODE: 'PAYMENTS',
  MAX_DONATION: 'MAX_DONATION_CENTS',
  DEFAULT_DONATION: 'DEFAULT_DONATION_CENTS',
  ACCESS_LOG_FILE: 'ACCESS_LOG',
}

const PROVIDERS = [
  { prefix: 'STRIPE_', label: 'Stripe' },
  { prefix: 'PAYPAL_', label: 'PayPal' },
]

/**
 * Throws a ConfigError for a variable whose name is nearly one of ours: it would be read by nobody.
 * One beside the variable that it resembles is left alone, unless it names a provider: it is there
 * for another program.
 */
export function refuseMistakenNames(given: ReadonlyMap<string, string>): void {
  for (const name of given.keys()) {
    if (OWN_NAMES.includes(name)) continue
    const provider = PROVIDERS.find(({ prefix }) => flatten(name).startsWith(flatten(prefix)))
    if (provider !== undefined) throw unknownOfProvider(name, provider)
    const meant = findMeant(name)
    if (meant !== undefined && !given.has(meant)) {
      throw new ConfigError(
        `${name} is no variable of Donation Royale: write ${meant} in its place, or remove it.`,
      )
    }
  }
}

const STRIPE_SECRET = /^((sk|rk)_(test|live)|whsec)_/

/**
 * Throws a ConfigError where a secret of Stripe stands under a name that nobody reads and PAYMENTS
 * does not say what is meant: without keys the server would take play money.
 */
export function refuseMisplacedKeys(given: ReadonlyMap<string, string>): void {
  if (given.has('PAYMENTS') || given.has('STRIPE_SECRET_KEY') || given.has('PAYPAL_CLIENT_ID'))
    return
  for (const [name, value] of given) {
    if (OWN_NAMES.includes(name) || !STRIPE_SECRET.test(value)) continue
    throw new ConfigError(
      `PAYMENTS is missing: ${name} holds a secret of Stripe but is no variable of Donation Royale, so it must be sandbox to take play money, or the secret must be in STRIPE_SECRET_KEY or STRIPE_WEBHOOK_SECRET.`,
    )
  }
}

function unknownOfProvider(name: string, { prefix, label }: (typeof PROVIDERS)[number]) {
  const known = OWN_NAMES.filter((own) => own.startsWith(prefix))
  return new ConfigError(
    `${name} is no variable of Donation Royale: those for ${label} are ${known.join(', ')}; rename it to the one that is meant, or remove it.`,
  )
}

function findMeant(name: string): string | undefined {
  return (
    OWN_NAMES.find((own) => flatten(own) === flatten(name)) ??
    OTHER_NAMES[name.toUpperCase()] ??
    OWN_NAMES.find((own) => isSlip(name.toUpperCase(), own))
  )
}

function flatten(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z\d]/g, '')
}

/** Names as short as HOST have too many neighbours, such as HOME. */
const SHORTEST = 8
const LONG = 9

/** Tells whether `name` is `own` with a slip of the finger, or two in a long name. */
function isSlip(name: string, own: string): boolean {
  if (own.length < SHORTEST) return false
  return countEdits(name, own) <= (own.length < LONG ? 1 : 2)
}

/** Counts the letters to insert, remove or replace: Levenshtein's distance. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1]
    for (const [at, other] of Array.from(to).entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
