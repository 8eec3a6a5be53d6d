import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { FaultRules } from './faults/faults.ts'
import type { StatementFaults } from './faults/statement-faults.ts'

/** The sandbox's logger; pino's fit. */
export interface SandboxLogger {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface StripeAccount {
  secretKey: string
  webhookSecret: string
  /** The URL to which events are delivered. */
  webhookUrl: string
}

export interface PaypalAccount {
  clientId: string
  clientSecret: string
  webhookId: string
  /** The URL to which events are delivered. */
  webhookUrl: string
  /**
   * The key that signs events; by default one is created at the first use, which takes a moment.
   */
  signingKey?: SigningKey | undefined
}

/** A key and its certificate, PEM; `createSigningKey` in `paypal/signing/signing.ts` creates one. */
export interface SigningKey {
  privateKey: string
  certificate: string
}

export interface SandboxOptions {
  /** The origin under which browsers reach the sandbox, without a trailing slash. */
  publicUrl: string
  stripe: StripeAccount
  paypal: PaypalAccount
  /** The file in which objects survive a restart; without it they are in memory only. */
  dataFile?: string | undefined
  /** The clock, Unix ms. */
  clock?: (() => number) | undefined
  /**
   * A seed, so that ids and the choice of dropped or reordered webhooks are the same in every run.
   */
  seed?: number | undefined
  /** Random numbers from 0 to below 1, in place of those of `seed`. */
  random?: (() => number) | undefined
  fetch?: typeof fetch | undefined
  /** The guard of the control routes; by default it allows programs of this machine. */
  mayControl?: ControlGuard | undefined
  logger?: SandboxLogger | undefined
}

export type ControlGuard = (request: FastifyRequest) => boolean

/** Both providers, to be mounted into a Fastify server. */
export interface Sandbox {
  /** Everything but Stripe's API; mount it under `PREFIX`. */
  readonly routes: FastifyPluginAsync
  /** Stripe's API; mount it at the root, because the official SDK knows no path prefix. */
  readonly stripeApi: FastifyPluginAsync
  /** Begins to deliver webhooks, including those that waited at the last stop. */
  start(): Promise<void>
  /**
   * Runs what is due now, as happens by itself between `start` and `close`: sessions expire,
   * payments complete, webhooks are sent.
   */
  tick(): void
  /** Resolves when no webhook is being sent; others may still wait for their time. */
  idle(): Promise<void>
  /** Ends deliveries and writes the state. */
  close(): Promise<void>
}

/** The path prefix of the sandbox for browsers and PayPal's clients. */
export const PREFIX = '/_sandbox'

/** The dependencies of both providers. */
export interface ProviderDeps {
  publicUrl: string
  clock: () => number
  /** The host's clock, for shops that were not put forward with the sandbox. */
  hostClock: () => number
  random: () => number
  faults: FaultRules
  /** Errors of the statements; none by default. */
  statementFaults?: StatementFaults
  deliver: (event: Delivery) => void
  /** Called when an object has changed that should survive a restart. */
  changed: () => void
}

/** A webhook to deliver; it is signed anew at each attempt, since signatures contain the time. */
export interface Delivery {
  id: string
  provider: 'stripe' | 'paypal'
  body: string
}
