import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { StatementFaults } from './statement-faults.ts'

/** What the sandbox says of itself; pino's loggers fit. */
export interface SandboxLogger {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface StripeAccount {
  secretKey: string
  webhookSecret: string
  /** Where events are delivered. */
  webhookUrl: string
}

export interface PaypalAccount {
  clientId: string
  clientSecret: string
  webhookId: string
  /** Where events are delivered. */
  webhookUrl: string
  /** What events are signed with; by default one is made at the first need, which takes a moment. */
  signingKey?: SigningKey | undefined
}

/** PEM; `createSigningKey` in `paypal/signing.ts` makes one. */
export interface SigningKey {
  privateKey: string
  certificate: string
}

export interface SandboxOptions {
  /** The origin under which browsers reach the sandbox, without a trailing slash. */
  publicUrl: string
  stripe: StripeAccount
  paypal: PaypalAccount
  /** Where the sandbox's objects outlive a restart; memory only where it is absent. */
  dataFile?: string | undefined
  /** Unix ms. */
  clock?: (() => number) | undefined
  /** Has ids, and which webhooks are dropped or overtaken, come the same in every run. */
  seed?: number | undefined
  /** In place of what `seed` leads to: from 0 to below 1. */
  random?: (() => number) | undefined
  fetch?: typeof fetch | undefined
  /** The guard of the control routes; by default it lets in programs of this machine. */
  mayControl?: ControlGuard | undefined
  logger?: SandboxLogger | undefined
}

export type ControlGuard = (request: FastifyRequest) => boolean

/** Both stand-ins, to be mounted into a Fastify server. */
export interface Sandbox {
  /** Everything but Stripe's API; mount it under `PREFIX`. */
  readonly routes: FastifyPluginAsync
  /** Stripe's API; mount it at the root, because the official SDK knows no path prefix. */
  readonly stripeApi: FastifyPluginAsync
  /** Begins to deliver webhooks, also those that waited at the last stop. */
  start(): Promise<void>
  /**
   * Does what is due now, as happens by itself between `start` and `close`: sessions expire,
   * payments come, webhooks are sent.
   */
  tick(): void
  /** Resolves when no webhook is under way; others may still wait for their time. */
  idle(): Promise<void>
  /** Ends deliveries and writes what is to be kept. */
  close(): Promise<void>
}

/** The path under which browsers and PayPal's clients find the sandbox. */
export const PREFIX = '/_sandbox'

/** What both providers are built from. */
export interface ProviderDeps {
  publicUrl: string
  clock: () => number
  /** The clock of those who have not been put forward with the sandbox. */
  hostClock: () => number
  random: () => number
  faults: FaultBook
  /** What is wrong with the statements; nothing where it is absent. */
  statementFaults?: StatementFaults
  deliver: (event: Delivery) => void
  /** Tells that an object has changed and should outlive a restart. */
  changed: () => void
}

/** A webhook on its way: signed anew at each attempt, since signatures carry the time. */
export interface Delivery {
  id: string
  provider: 'stripe' | 'paypal'
  url: string
  body: string
}

/** Faults that a test has asked for; each provider's API asks before it answers. */
export interface FaultBook {
  take(provider: 'stripe' | 'paypal', method: string, path: string): Fault | undefined
}

/** Answers that have no effect: `401` does not take the key, `403` lacks a permission. */
export type Refusal = '401' | '403' | '500' | '429'

/**
 * `timeout` never answers; `cut` does the work and then drops the connection; `malformed` does the
 * work and answers something that is no JSON.
 */
export type Fault = Refusal | 'timeout' | 'cut' | 'malformed'
