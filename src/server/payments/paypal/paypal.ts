import type { Logger } from 'pino'
import { formatDecimal, CURRENCY } from '#contract/money.ts'
import { nameAccount } from '../account-name.ts'
import { writeClaim } from '../claims.ts'
import { Denials, watchFetch } from '../failures/denials.ts'
import { unavailable } from '../failures/failures.ts'
import { findIfKnown } from '../reading/history-parts.ts'
import { createPaypalClient, PaypalRefusal, type PaypalClient } from './api/client.ts'
import { listMarked } from './marked.ts'
import { findHistory, findOwner } from './history.ts'
import type { Fetch } from './api/http.ts'
import { ChangedDisputes, listEvents } from './lists.ts'
import { requireLonePayment } from './lone-capture.ts'
import { toPayment, type ReadOptions } from './payment.ts'
import { refund } from './refund.ts'
import { probePaypal } from './probe.ts'
import { captureAnswerSchema, orderIdSchema, orderSchema, type Order } from './api/schemas.ts'
import { createPaypalStatement } from './statement.ts'
import { observeFetch, ProviderClock } from '../provider-clock.ts'
import { createEventVerifier } from './webhooks/webhook.ts'
import type { Payment, PaymentProvider, PaymentRequest, StartedPayment } from '../provider.ts'
import { createUnknownValueLog } from '../failures/unknown-values.ts'

const ORDERS = '/v2/checkout/orders'
const LIVE_API = 'https://api-m.paypal.com'
const SANDBOX_API = 'https://api-m.sandbox.paypal.com'

/**
 * PayPal took nothing because of what the payer chose, or of who they are. They may choose another
 * way to pay, and then we may capture again. All are one answer to them: which it was would tell
 * somebody who tries stolen cards what is wrong with each.
 */
const DECLINES = new Set([
  'COMPLIANCE_VIOLATION',
  'DECLINED_DUE_TO_RELATED_TXN',
  'DOMESTIC_TRANSACTION_REQUIRED',
  'INSTRUMENT_DECLINED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYEE_BLOCKED_TRANSACTION',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_CANNOT_PAY',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'REFERENCED_CARD_EXPIRED',
  'TRANSACTION_BLOCKED_BY_PAYEE',
  'TRANSACTION_LIMIT_EXCEEDED',
  'TRANSACTION_REFUSED',
])

/** The order itself has the answer: it is too early. */
const QUESTIONS_OF_STATE = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED'])

export interface PaypalKeys {
  clientId: string
  clientSecret: string
  /** PayPal's id of our webhook; a part of what it signs. */
  webhookId: string
  /** Base URL of a test double; PayPal's own by `livemode` where it is absent. */
  apiBase?: string | undefined
}

export interface PaypalOptions extends PaypalKeys {
  /** Which of PayPal's two worlds the credentials are of; its answers do not say. */
  livemode: boolean
  /** By which payments of ours are known in an account that others use too. */
  installationId: string
  fetch: Fetch
  clock: () => number
  /** For each call as a whole. */
  timeoutMs: number
  logger?: Pick<Logger, 'warn'> | undefined
}

/** The wallet, through PayPal's Orders v2. A `ref` is an order's id, a capture's id a capture's. */
export function createPaypalProvider(given: PaypalOptions): PaymentProvider {
  const { livemode, installationId } = given
  const ownIds = new Set([installationId])
  const note = createUnknownValueLog('PayPal', given.logger)
  const { href } = new URL(given.apiBase ?? (livemode ? LIVE_API : SANDBOX_API))
  const options = { ...given, apiBase: href.replace(/\/$/, '') }
  const clock = new ProviderClock(given.clock)
  const denials = new Denials()
  const fetch = watchFetch(observeFetch(given.fetch, clock), denials)
  const client = createPaypalClient({ ...options, fetch })

  const disputes = new ChangedDisputes(client)

  const find = createFinder(client, { livemode, ownIds, note })

  return {
    name: 'paypal',
    livemode,
    account: nameAccount('PayPal', given.clientId),
    clock,
    statement: createPaypalStatement(client, { ownIds, note }),
    onDenied: (listener) => denials.onDenied(listener),
    probe: () => probePaypal(client, { now: clock.now(), webhookId: given.webhookId }),
    start: async (request) => start(client, request, installationId),
    find,
    capture: async (ref, idempotencyKey) => {
      const answer = await takeMoney(client, ref, idempotencyKey)
      return withAnswer(await find(ref), answer)
    },
    findHistory: async (payment) => {
      const order = await findIfKnown(() => fetchOrder(client, payment.ref))
      return findHistory(client, payment, { order, now: options.clock(), note })
    },
    refund: async (captureId, key) => refund(client, captureId, key),
    findOwner: async (hint) => findOwner(client, hint, ownIds),
    // PayPal has no way to withdraw an order: what nobody captures runs out by itself.
    cancel: async () => {},
    // By whichever clock is ahead, since what was measured of the other may be out of date.
    listEvents: async (since) =>
      listEvents(client, { since, now: Math.max(clock.now(), clock.localNow()), ownIds }),
    listChanges: (since) => disputes.list(since),
    adopt: (id) => void ownIds.add(id),
    listMarked: () => listMarked(client, { now: clock.now(), ownIds }),
    verifyEvent: createEventVerifier({ ...options, ownIds, clock }),
  }
}

function fetchOrder(client: PaypalClient, ref: string): Promise<Order> {
  return client.get(pathOf(ref), orderSchema)
}

function createFinder(client: PaypalClient, reading: ReadOptions): PaymentProvider['find'] {
  async function findByOrder(ref: string): Promise<Payment> {
    const order = await fetchOrder(client, ref)
    try {
      return toPayment(order, reading)
    } catch (error) {
      throw unavailable('PayPal', error)
    }
  }

  return async (ref, captureId = null) => {
    try {
      return await findByOrder(ref)
    } catch (failure) {
      return requireLonePayment(client, { ref, captureId, failure }, reading)
    }
  }
}

async function start(
  client: PaypalClient,
  request: PaymentRequest,
  installationId: string,
): Promise<StartedPayment> {
  const { id } = await client.post(ORDERS, orderIdSchema, {
    requestId: request.idempotencyKey,
    body: describeOrder(request, installationId),
  })
  // The wallet's script opens PayPal's page by itself.
  return { ref: id, url: null }
}

function describeOrder(
  { checkoutId, donationId, accountId, amountCents }: PaymentRequest,
  installationId: string,
) {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        // The order alone keeps it.
        reference_id: accountId,
        // The one text that software can keep with the payment itself.
        custom_id: writeClaim(installationId, checkoutId),
        // PayPal takes an invoice once, so that a donation cannot be paid by two orders.
        invoice_id: donationId,
        description: 'Donation to the leaderboard',
        amount: { currency_code: CURRENCY, value: formatDecimal(amountCents) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: 'Donation Royale',
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
        },
      },
    },
  }
}

/**
 * What PayPal makes of a capture that was asked for; the order itself can tell the rest. An order that
 * is `captured` may still read approved for a while.
 */
type CaptureAnswer = 'accepted' | 'captured' | 'declined' | 'under_way' | 'question'

/** Asks for a capture once. Fails with `failed-precondition` where the payer has no part in it. */
async function takeMoney(client: PaypalClient, ref: string, key: string): Promise<CaptureAnswer> {
  try {
    const { status } = await client.post(`${pathOf(ref)}/capture`, captureAnswerSchema, {
      requestId: `${key}-capture`,
      body: {},
    })
    return status === 'COMPLETED' ? 'captured' : 'accepted'
  } catch (error) {
    if (!(error instanceof PaypalRefusal)) throw error
    if (error.issues.includes('ORDER_COMPLETION_IN_PROGRESS')) return 'under_way'
    if (error.issues.includes('ORDER_ALREADY_CAPTURED')) return 'captured'
    if (error.issues.some((issue) => DECLINES.has(issue))) return 'declined'
    if (error.issues.some((issue) => QUESTIONS_OF_STATE.has(issue))) return 'question'
    throw error
  }
}

/**
 * An order still reads `approved` after a decline, while another capture is under way, and where reads
 * lag behind.
 */
function withAnswer(payment: Payment, answer: CaptureAnswer): Payment {
  if (payment.status !== 'approved' && payment.status !== 'awaiting_payer') return payment
  if (answer === 'under_way' || answer === 'captured') return { ...payment, status: 'processing' }
  // Whatever the answer was, PayPal has taken nothing of an order that is still approved.
  const isDeclined = answer === 'declined' || payment.status === 'approved'
  return isDeclined ? { ...payment, status: 'declined' } : payment
}

function pathOf(ref: string): string {
  return `${ORDERS}/${encodeURIComponent(ref)}`
}
