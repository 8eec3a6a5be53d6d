import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import type { PaymentsMode } from '#contract/config.ts'
import { isLoopbackHostname } from '#server/http/guards/loopback.ts'
import type { KeyMode } from '#server/payments/definition.ts'
import { labelOf, PROVIDER_DEFINITIONS, type ProviderKeys } from '#server/payments/registry.ts'
import { ConfigError } from './config-error.ts'
import type { Environment, VariableName } from './environment.ts'
import { MAIN_VARIABLES, readProviderKeys, refuseDoubles } from './provider-keys.ts'

export interface PaymentsConfig {
  payments: PaymentsMode
  /** The keys of each provider; none for the sandbox. */
  providerKeys: ProviderKeys
}

/** Returns the payments mode and each provider's keys. */
export function readPayments(
  environment: Environment,
  given: ReadonlyMap<string, string>,
): PaymentsConfig {
  const providerKeys = readProviderKeys(given)
  const payments = choosePayments(environment, providerKeys)
  if (payments === 'sandbox') return { payments, providerKeys: {} }
  if (payments === 'live') refuseDoubles(given)
  return { payments, providerKeys }
}

function choosePayments(environment: Environment, keys: ProviderKeys): PaymentsMode {
  const configured = PROVIDERS.filter((name) => keys[name] !== undefined)
  const [first] = configured
  if (first === undefined) return withoutKeys(environment)
  const told = configured.flatMap((name) => findMode(name, keys) ?? [])
  const mode = told.reduce(agreeOnMode, environment.PAYMENTS)
  if (mode !== undefined) return mode
  throw new ConfigError(
    `PAYMENTS is missing: it must be test or live, because ${labelOf(first)}'s keys do not tell which they are of.`,
  )
}

function findMode<Name extends ProviderName>(
  name: Name,
  { [name]: keys }: Pick<ProviderKeys, Name>,
): KeyMode | undefined {
  return keys && PROVIDER_DEFINITIONS[name].findMode(keys)
}

function agreeOnMode(
  chosen: PaymentsMode | undefined,
  { mode, variable }: KeyMode,
): PaymentsMode | undefined {
  if (chosen === undefined || chosen === mode) return mode
  if (chosen === 'sandbox' && mode === 'test') return 'sandbox'
  throw new ConfigError(
    `PAYMENTS cannot be "${chosen}" beside a ${mode} key in ${variable}: it must be ${mode}, or the key of the other mode.`,
  )
}

const ANY_KEY = MAIN_VARIABLES.join(' or ')

/** Play money is a default only where nobody but this machine can reach it. */
function withoutKeys({ PAYMENTS: chosen, PUBLIC_URL, HOST }: Environment): PaymentsMode {
  if (chosen === 'sandbox') return 'sandbox'
  if (chosen !== undefined) {
    throw new ConfigError(
      `PAYMENTS cannot be "${chosen}" without keys: set ${ANY_KEY}, or choose sandbox.`,
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
    `PAYMENTS is missing: with ${name} set to "${value}" others can reach this server, so it must be sandbox to take play money, or ${ANY_KEY} must be set to take real payments.`,
  )
}
