import Stripe from 'stripe'
import { AppError } from '#contract/app-error.ts'
import { CURRENCY } from '#contract/money.ts'
import { RETURN_PARAMETER } from '#contract/routes.ts'
import { Denials } from '../failures/denials.ts'
import type { Fetch } from '../fetch.ts'
import type { Logger } from 'pino'
import { ProviderClock } from '../provider-clock.ts'
import type {
  ListedEvent,
  Listing,
  Payment,
  PaymentProvider,
  PaymentRequest,
  ProviderEvent,
  StartedPayment,
} from '../provider.ts'
import { writeMetadata } from './claims.ts'
import { withCompletion } from './completion.ts'
import { ask, withoutStack } from './failures.ts'
import { listMarked } from './marked.ts'
import { findHistory, findOwner, listChanges, listEvents } from './history.ts'
import { toPayment } from './payment.ts'
import { refund } from './refund.ts'
import { findAccount, probeStripe } from './probe.ts'
import { createdSessionSchema, expiredSessionSchema, sessionSchema } from './schemas.ts'
import { createStripeStatement } from './statement.ts'
import { createHttpClient } from './http-client.ts'
import { verifyStripeEvent } from './webhook.ts'
import { createUnknownValueLog } from '../failures/unknown-values.ts'

const RETRIES = 1

export interface StripeKeys {
  secretKey: string
  webhookSecret: string
  /** The base URL of a test double; Stripe itself if it is absent. */
  apiBase?: string | undefined
}

export interface StripeOptions extends StripeKeys {
  livemode: boolean
  /** The id by which our payments are recognised in an account that others use too. */
  installationId: string
  clock: () => number
  /**
   * The time limit of each attempt; the SDK repeats a failed one once, with the same idempotency
   * key.
   */
  timeoutMs: number
  /** A replacement for the HTTP client. */
  fetch?: Fetch | undefined
  logger?: Pick<Logger, 'warn'> | undefined
}

/**
 * Creates the provider of card payments on Stripe's hosted page. A `ref` is a Checkout Session's
 * id, and a capture's id is a charge's, because refunds and disputes both name that.
 */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { installationId, logger } = options
  const ownIds = new Set([installationId])
  const clock = new ProviderClock(options.clock)
  let account: string | null = null
  const denials = new Denials()
  const stripe = connect(options, { clock, denials })
  const note = createUnknownValueLog('Stripe', logger)

  async function identify(): Promise<void> {
    account ??= await findAccount(stripe, options.secretKey)
  }

  async function find(ref: string): Promise<Payment> {
    const expand = ['payment_intent.latest_charge']
    return ask(async () => {
      const found = await withoutStack(() => stripe.checkout.sessions.retrieve(ref, { expand }))
      const session = sessionSchema.parse(found)
      const payment = toPayment(session, { ownIds, note })
      return withCompletion(stripe, { session, payment, now: clock.now() })
    })
  }

  return {
    name: 'stripe',
    livemode: options.livemode,
    get account() {
      return account
    },
    clock,
    statement: createStripeStatement(stripe, { ownIds, note }),
    onDenied: (listener) => denials.onDenied(listener),
    identify,
    probe: async () => {
      // The probes tell by themselves if Stripe is away.
      await Promise.allSettled([identify()])
      return probeStripe(stripe)
    },
    start: (request) => start(stripe, request, installationId),
    find,
    // The hosted page captures the money itself; no session is ever `approved`.
    capture: find,
    findHistory: (payment) => findHistory(stripe, payment, { now: options.clock(), note }),
    refund: async (captureId, key, cents) => ask(() => refund(stripe, captureId, key, cents)),
    findOwner: async (pointer) => ask(() => findOwner(stripe, pointer, ownIds)),
    cancel: (ref) => cancel(stripe, ref, find),
    listEvents: (since) => listLocalEvents(stripe, { since, ownIds, clock }),
    listChanges: async (since) => ask(() => listChanges(stripe, since)),
    adopt: (id) => void ownIds.add(id),
    listMarked: () => listMarked(stripe, ownIds),
    verifyEvent: async (rawBody, headers) =>
      toLocalEvent(await verifyStripeEvent(rawBody, headers, { ...options, ownIds, clock }), clock),
  }
}

async function start(
  stripe: Stripe,
  request: PaymentRequest,
  installationId: string,
): Promise<StartedPayment> {
  const { idempotencyKey } = request
  return ask(async () => {
    const session = describeSession(request, installationId)
    const created = await withoutStack(() =>
      stripe.checkout.sessions.create(session, { idempotencyKey }),
    )
    const { id, url } = createdSessionSchema.parse(created)
    return { ref: id, url }
  })
}

async function cancel(
  stripe: Stripe,
  ref: string,
  find: (ref: string) => Promise<Payment>,
): Promise<void> {
  try {
    await ask(async () => expiredSessionSchema.parse(await stripe.checkout.sessions.expire(ref)))
  } catch (error) {
    // Stripe refuses to expire a session that is no longer open, which is the desired state.
    if (!isRefusal(error) || (await find(ref)).status === 'awaiting_payer') throw error
  }
}

interface EventList {
  since: number
  ownIds: ReadonlySet<string>
  clock: ProviderClock
}

async function listLocalEvents(
  stripe: Stripe,
  { since, ownIds, clock }: EventList,
): Promise<Listing<ListedEvent>> {
  const { items, unreadable } = await ask(() => listEvents(stripe, since, ownIds))
  return { items: items.map((event) => toLocalEvent(event, clock)), unreadable }
}

/** Converts the time of an event's decline to our clock, by which declines are counted. */
function toLocalEvent<Event extends ProviderEvent>(event: Event, clock: ProviderClock): Event {
  const { declined } = event
  if (declined === null) return event
  return { ...event, declined: { ...declined, at: clock.toLocal(declined.at) } }
}

/** The observers of every response of Stripe's. */
interface Watch {
  clock: ProviderClock
  denials: Denials
}

function connect({ secretKey, apiBase, timeoutMs, fetch }: StripeOptions, watch: Watch): Stripe {
  const client = fetch
    ? Stripe.createFetchHttpClient(toStandard(fetch))
    : createHttpClient(timeoutMs)
  return new Stripe(secretKey, {
    httpClient: observeClient(client, watch),
    maxNetworkRetries: RETRIES,
    timeout: timeoutMs,
    telemetry: false,
    ...(apiBase === undefined ? {} : toHostOptions(new URL(apiBase))),
  })
}

function observeClient(client: Stripe.HttpClient, { clock, denials }: Watch): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...request) => {
      const sentAt = clock.localNow()
      const response = await client.makeRequest(...request)
      const date = String(response.getHeaders()['date'])
      clock.addSample({ sentAt, answeredAt: clock.localNow(), date })
      denials.note(response.getStatusCode())
      return response
    },
  }
}

function toStandard(fetch: Fetch): typeof globalThis.fetch {
  return async (input, init = {}) =>
    fetch(input instanceof Request ? input.url : String(input), init)
}

/**
 * Returns the address for the SDK, which takes no URL; a host with a scheme or brackets ends in
 * ENOTFOUND.
 */
function toHostOptions({ hostname, port, protocol }: URL) {
  const secure = protocol === 'https:'
  const usualPort = secure ? 443 : 80
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? usualPort : Number(port),
    protocol: secure ? ('https' as const) : ('http' as const),
  }
}

function describeSession(
  request: PaymentRequest,
  installationId: string,
): Stripe.Checkout.SessionCreateParams {
  const { checkoutId, amountCents, returnUrl, expiresAt } = request
  const metadata = writeMetadata(installationId, request)
  return {
    mode: 'payment',
    submit_type: 'donate',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: CURRENCY.toLowerCase(),
          unit_amount: amountCents,
          product_data: { name: 'Donation to the leaderboard' },
        },
      },
    ],
    client_reference_id: checkoutId,
    metadata,
    payment_intent_data: { metadata },
    // Without this a payer abroad is charged in their own currency, at Stripe's exchange rate.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(expiresAt / 1000),
    // Stripe replaces the braces by the session's id, but only promises it for success_url.
    success_url: `${returnUrl}/?${RETURN_PARAMETER.checkout}={CHECKOUT_SESSION_ID}`,
    cancel_url: `${returnUrl}/?${RETURN_PARAMETER.cancelled}=${checkoutId}`,
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'failed-precondition'
}
