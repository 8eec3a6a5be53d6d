import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import type { PublicConfig } from '#contract/config.ts'
import type { MaskedKey } from '#contract/host/providers.ts'
import type { ProviderDefinition, ProviderSettings, ProviderVariable } from './definition.ts'
import { PAYPAL } from './paypal/definition.ts'
import type { PaymentProvider } from './provider.ts'
import { STRIPE } from './stripe/definition.ts'

/** A line for every provider. */
const DEFINITIONS = {
  stripe: STRIPE,
  paypal: PAYPAL,
}

type KeysByProvider = {
  [Name in ProviderName]: (typeof DEFINITIONS)[Name] extends ProviderDefinition<Name, infer Keys>
    ? Keys
    : never
}

/** The keys of the providers that are offered; one without keys is not. */
export type ProviderKeys = Partial<KeysByProvider>

/** The definition of every provider. */
export const PROVIDER_DEFINITIONS: {
  readonly [Name in ProviderName]: ProviderDefinition<Name, KeysByProvider[Name]>
} = DEFINITIONS

/** Returns the name of a provider as people read it. */
export function labelOf(provider: ProviderName): string {
  return PROVIDER_DEFINITIONS[provider].label
}

/** Returns the environment variables of a provider; the first is the one that switches it on. */
export function variablesOf(provider: ProviderName): ProviderVariable[] {
  return Object.values(PROVIDER_DEFINITIONS[provider].variables)
}

/** Connects the providers that have keys. */
export async function connectProviders(
  keys: ProviderKeys,
  settings: ProviderSettings,
): Promise<Partial<Record<ProviderName, PaymentProvider>>> {
  const connected: Partial<Record<ProviderName, PaymentProvider>> = {}
  for (const name of PROVIDERS) {
    const provider = await connect(name, keys, settings)
    if (provider !== undefined) connected[name] = provider
  }
  return connected
}

async function connect<Name extends ProviderName>(
  name: Name,
  { [name]: keys }: Pick<ProviderKeys, Name>,
  settings: ProviderSettings,
): Promise<PaymentProvider | undefined> {
  return keys && PROVIDER_DEFINITIONS[name].connect(keys, settings)
}

/** The variables of each provider's keys, without their values. */
export type MaskedKeys = Partial<Record<ProviderName, MaskedKey[]>>

/** The length from which four characters of a value tell nothing about the rest. */
const MIN_MASKED_LENGTH = 16

/** Returns the variables of the keys that are set, with the last characters of each value. */
export function maskKeys(keys: ProviderKeys): MaskedKeys {
  const masked: MaskedKeys = {}
  for (const name of PROVIDERS) {
    const own = keys[name]
    if (own === undefined) continue
    const values = new Map<string, unknown>(Object.entries(own))
    masked[name] = Object.entries<ProviderVariable>(PROVIDER_DEFINITIONS[name].variables)
      .filter(([field, { liveHosts }]) => values.has(field) && liveHosts === undefined)
      .map(([field, variable]) => ({
        variable: variable.name,
        ending: endingOf(String(values.get(field))),
      }))
  }
  return masked
}

function endingOf(value: string): string {
  return value.length < MIN_MASKED_LENGTH ? '' : value.slice(-4)
}

/** Lists the sources that the page loads from the providers, for its content security policy. */
export function listPageSources(config: PublicConfig): string[] {
  return Object.values(PROVIDER_DEFINITIONS).flatMap((one) => one.listPageSources(config))
}

/** Returns what the page gets of each provider: the field of its name in `/api/config`. */
export function toPublicProviders(
  keys: ProviderKeys,
  settings: { livemode: boolean },
): Record<string, PublicConfig[ProviderName]> {
  return Object.fromEntries(PROVIDERS.map((name) => [name, toPublic(name, keys, settings)]))
}

function toPublic<Name extends ProviderName>(
  name: Name,
  { [name]: keys }: Pick<ProviderKeys, Name>,
  settings: { livemode: boolean },
): PublicConfig[Name] {
  return PROVIDER_DEFINITIONS[name].toPublic(keys, settings)
}
