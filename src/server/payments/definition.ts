import type { Logger } from 'pino'
import type { z } from 'zod'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { PublicConfig } from '#contract/config.ts'
import type { PaymentProvider } from './provider.ts'

/** The name of a provider's list that we read. */
export type ListName = 'events' | 'refunds'

/** The settings that every adapter gets besides its own keys. */
export interface ProviderSettings {
  livemode: boolean
  /** Marks the payments of this installation in accounts that others use too. */
  installationId: string
  clock: () => number
  /** The longest time that one call may take, ms. */
  timeoutMs: number
  logger?: Pick<Logger, 'warn'> | undefined
}

/** An environment variable of a provider. */
export interface ProviderVariable {
  name: string
  /** The expected value, for the sentence that stops the start. */
  expected: string
  /** The beginnings of its values, by which a secret in the wrong place is recognised. */
  prefixes?: readonly string[]
  /** True if webhook events are verified with it. */
  verifiesEvents?: true
  /**
   * The hosts that a base URL may name with live payments, as any other would get the keys and
   * could say 'paid'. A variable without them is a secret.
   */
  liveHosts?: RegExp
}

/** The mode that a provider's keys are of, and the variable that tells it. */
export interface KeyMode {
  mode: 'test' | 'live'
  variable: string
}

/**
 * Describes a payment provider to the rest of the server, and connects its adapter. It loads the
 * adapter's code only then. `Keys` are what its variables configure.
 */
export interface ProviderDefinition<Name extends ProviderName, Keys> {
  /** The provider's own name, as people read it. */
  label: string
  /** The way of paying, after 'Paying by'. */
  wayToPay: string
  /** The provider's word for the object that a payer pays. */
  paymentNoun: string
  /** The part of the provider's dashboard that shows declined payments. */
  declinesView: string
  /** The address where the provider tells of its own outages. */
  statusPage: string
  /** The time for which the provider lists its events, ms; it may refuse requests for more. */
  eventsKeptMs: number
  /**
   * The time after the end of a checkout after which a payment that the provider does not know was
   * never paid, ms; null if the provider forgets no payment by itself. One that does must take no
   * money that we have not asked it to capture.
   */
  forgetsAfterMs: number | null
  /** The sentence for the host about each list that our key may not read, with the remedy. */
  listDenials: Readonly<Record<ListName, string>>
  /**
   * Returns sentences about where the host gets the keys, the permissions and the webhook, in the
   * order in which to do it; `webhookUrl` is the address that gets the events.
   */
  describeSetup: (webhookUrl: string) => string[]
  /** The variable of each key; the first is the one that switches the provider on. */
  variables: Readonly<Record<keyof Keys & string, ProviderVariable>>
  keysSchema: z.ZodType<Keys>
  /** The headers in which it signs its events; the first has the signature itself. */
  signatureHeaders: readonly string[]
  /** Returns the mode of the keys; undefined if they do not tell it. */
  findMode: (keys: Keys) => KeyMode | undefined
  connect: (keys: Keys, settings: ProviderSettings) => Promise<PaymentProvider>
  /** Returns what the page gets of it; without keys it is not offered. */
  toPublic: (keys: Keys | undefined, settings: { livemode: boolean }) => PublicConfig[Name]
  /** Returns the sources that the page loads from the provider, for its content security policy. */
  listPageSources: (config: PublicConfig) => string[]
}
