import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import type { PublicConfig } from '#contract/config.ts'
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
