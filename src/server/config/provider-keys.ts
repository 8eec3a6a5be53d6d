import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import type { ProviderDefinition, ProviderVariable } from '#server/payments/definition.ts'
import { PROVIDER_DEFINITIONS, variablesOf, type ProviderKeys } from '#server/payments/registry.ts'
import { ConfigError } from './config-error.ts'
import { quoteValue, wrongValue } from './wrong-value.ts'

/** The names of the variables that switch a provider on, one per provider. */
export const MAIN_VARIABLES = PROVIDERS.flatMap((name) => variablesOf(name).slice(0, 1)).map(
  ({ name }) => name,
)

/**
 * Returns each provider's keys. Its variables are all there, or none is. Throws a ConfigError for
 * the first that is wrong or missing.
 */
export function readProviderKeys(given: ReadonlyMap<string, string>): ProviderKeys {
  const keys: ProviderKeys = {}
  for (const name of PROVIDERS) addKeys(keys, name, given)
  return keys
}

function addKeys<Name extends ProviderName>(
  keys: Pick<ProviderKeys, Name>,
  name: Name,
  given: ReadonlyMap<string, string>,
): void {
  const own = readKeys(PROVIDER_DEFINITIONS[name], given)
  if (own !== undefined) keys[name] = own
}

function readKeys<Keys>(
  { variables, keysSchema }: ProviderDefinition<ProviderName, Keys>,
  given: ReadonlyMap<string, string>,
): Keys | undefined {
  const fields = Object.entries<ProviderVariable>(variables)
  const beside = fields.map(([, { name }]) => name).find((name) => given.has(name))
  if (beside === undefined) return undefined
  const values = fields.map(([field, { name }]) => [field, given.get(name)])
  const { data, error } = keysSchema.safeParse(Object.fromEntries(values))
  if (error === undefined) return data
  const refused = new Set(error.issues.map(({ path }) => path[0]))
  const faulty = fields.filter(([field]) => refused.has(field)).map(([, variable]) => variable)
  throw explainFirst(faulty, given, beside) ?? error
}

/** Explains a wrong value before any that is missing. */
function explainFirst(
  faulty: readonly ProviderVariable[],
  given: ReadonlyMap<string, string>,
  beside: string,
): ConfigError | undefined {
  for (const { name, expected, liveHosts } of faulty) {
    const value = given.get(name)
    if (value === undefined) continue
    return wrongValue({ name, expected, isSecret: liveHosts === undefined }, value)
  }
  const [missing] = faulty
  if (missing === undefined) return undefined
  const { name, expected, verifiesEvents } = missing
  const why = verifiesEvents ? ', or its messages could be forged' : ''
  return new ConfigError(`${name} is missing: with ${beside} set it must be ${expected}${why}.`)
}

/** Throws a ConfigError for the first base URL that is not the provider's own. */
export function refuseDoubles(given: ReadonlyMap<string, string>): void {
  for (const { name, liveHosts } of PROVIDERS.flatMap(variablesOf)) {
    const base = given.get(name)
    if (base === undefined || liveHosts === undefined) continue
    const { protocol, hostname } = new URL(base)
    if (protocol === 'https:' && liveHosts.test(hostname)) continue
    throw new ConfigError(
      `${name} cannot be ${quoteValue(base)} with live payments: it is for test doubles; remove it, or set PAYMENTS to test with test keys.`,
    )
  }
}
