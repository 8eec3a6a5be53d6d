import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import { labelOf, variablesOf } from '#server/payments/registry.ts'
import { ConfigError } from './config-error.ts'
import { EXPECTED, type VariableName } from './environment.ts'
import { MAIN_VARIABLES } from './provider-keys.ts'

/** Every variable of the product. */
const OWN_NAMES = [...Object.keys(EXPECTED), ...PROVIDERS.flatMap(namesOf)]

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

/**
 * Throws a ConfigError for a variable whose name is nearly one of ours: it would be read by nobody.
 * One beside the variable that it resembles is left alone, unless it names a provider: it is there
 * for another program.
 */
export function refuseMistakenNames(given: ReadonlyMap<string, string>): void {
  for (const name of given.keys()) {
    if (OWN_NAMES.includes(name)) continue
    const provider = PROVIDERS.find((one) => flatten(name).startsWith(flatten(one)))
    if (provider !== undefined) throw unknownOfProvider(name, provider)
    const meant = findMeant(name)
    if (meant !== undefined && !given.has(meant)) {
      throw new ConfigError(
        `${name} is no variable of Donation Royale: write ${meant} in its place, or remove it.`,
      )
    }
  }
}

/**
 * Throws a ConfigError where a provider's secret stands under a name that nobody reads and PAYMENTS
 * does not say what is meant: without keys the server would take play money.
 */
export function refuseMisplacedKeys(given: ReadonlyMap<string, string>): void {
  if (given.has('PAYMENTS') || MAIN_VARIABLES.some((name) => given.has(name))) return
  for (const [name, value] of given) {
    if (OWN_NAMES.includes(name)) continue
    const issuer = PROVIDERS.find((one) => hasPrefixOf(one, value))
    if (issuer !== undefined) throw misplacedKey(name, issuer)
  }
}

function hasPrefixOf(provider: ProviderName, value: string): boolean {
  const prefixes = variablesOf(provider).flatMap((variable) => variable.prefixes ?? [])
  return prefixes.some((prefix) => value.startsWith(prefix))
}

function misplacedKey(name: string, issuer: ProviderName): ConfigError {
  const secrets = variablesOf(issuer).filter(({ prefixes }) => prefixes !== undefined)
  const meant = secrets.map((variable) => variable.name).join(' or ')
  return new ConfigError(
    `PAYMENTS is missing: ${name} holds a secret of ${labelOf(issuer)} but is no variable of Donation Royale, so it must be sandbox to take play money, or the secret must be in ${meant}.`,
  )
}

function unknownOfProvider(name: string, provider: ProviderName): ConfigError {
  const known = namesOf(provider).join(', ')
  return new ConfigError(
    `${name} is no variable of Donation Royale: those for ${labelOf(provider)} are ${known}; rename it to the one that is meant, or remove it.`,
  )
}

function namesOf(provider: ProviderName): string[] {
  return variablesOf(provider).map(({ name }) => name)
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

/** Names as short as HOST have too many neighbours, such as HOME: only swapped letters count. */
const SHORTEST = 8
const LONG = 9

/** Tells whether `name` is `own` with a slip of the finger, or two in a long name. */
function isSlip(name: string, own: string): boolean {
  if (own.length < SHORTEST) return isSwapped(name, own)
  return countEdits(name, own) <= (own.length < LONG ? 1 : 2)
}

/** Tells whether `name` is `own` with two neighbouring letters in each other's place. */
function isSwapped(name: string, own: string): boolean {
  return Array.from(own).some(
    (letter, at) => own.slice(0, at) + own.charAt(at + 1) + letter + own.slice(at + 2) === name,
  )
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
