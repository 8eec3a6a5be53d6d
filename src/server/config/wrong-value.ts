import { PROVIDERS } from '#contract/checkout-states.ts'
import { variablesOf } from '#server/payments/registry.ts'
import { ConfigError } from './config-error.ts'

/** Builds the error for a variable whose value is not the expected one. */
export function wrongValue(
  { name, expected, isSecret }: { name: string; expected: string; isSecret: boolean },
  value: string,
): ConfigError {
  const was = isSecret ? HIDDEN : quoteValue(value)
  return new ConfigError(`${name} cannot be ${was}: it must be ${expected}.`)
}

const HIDDEN = 'what it is set to'

/** The beginnings of the providers' secrets: a key may be pasted into the wrong line. */
const SECRET_PREFIXES = PROVIDERS.flatMap(variablesOf).flatMap(({ prefixes = [] }) => prefixes)

const HOLDS_A_PASSWORD = /:\/\/[^/]*@/

/** Returns a value for a sentence that logs will keep, or words in its place if it has a secret. */
export function quoteValue(value: string): string {
  const isSecret =
    HOLDS_A_PASSWORD.test(value) || SECRET_PREFIXES.some((prefix) => value.includes(prefix))
  return isSecret ? HIDDEN : `"${value}"`
}
