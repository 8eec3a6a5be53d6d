import type { Logger } from 'pino'
import { formatDecimal, CURRENCY } from '#contract/money.ts'
import { nameAccount } from '../account-name.ts'
import { writeClaim } from '../claims.ts'
import { Denials, watchFetch } from '../failures/denials.ts'
import { misread } from '../failures/failures.ts'
import { findIfKnown } from '../reading/history-parts.ts'
import { createPaypalClient, PaypalRefusal, type PaypalClient } from './api/client.ts'
import { listMarked } from './marked.ts'
import { findHistory, findOwner } from './history.ts'
import type { Fetch } from '../fetch.ts'
import { ChangedDisputes, listEvents } from './lists.ts'
import { requireLonePayment } from './lone-capture.ts'
import { toPayment, type ReadOptions } from './payment.ts'
import { refund } from './refund.ts'
import { probePaypal } from './probe.ts'
import { captureAnswerSchema, orderIdSchema, orderSchema, type Order } from './api/schemas.ts'
import { createPaypalStatement } from './statement.ts'
import { sampleFetch, ProviderClock } from '../provider-clock.ts'
import { createEventVerifier } from './webhooks/webhook.ts'
import type { Payment, PaymentProvider, PaymentRequest, StartedPayment } from '../provider.ts'
import { createUnknownValueLog } from '../failures/unknown-values.ts'

const ORDERS = '/v2/checkout/orders'
const LIVE_API = 'https://api-m.paypal.com'
const SANDBOX_API = 'https://api-m.sandbox.paypal.com'

/**
 * The issues that mean a decline: PayPal took nothing because of the payer's funding source or
 * account. They may choose another one, and then we may capture again. The payer gets one message
 * for all of them: the exact reason would help somebody who tests stolen cards.
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

/** The issues that mean that it is too early to capture; the order's status says why. */
const NOT_YET_APPROVED = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED'])

export interface PaypalKeys {
  clientId: string
  clientSecret: string
  /** The id of our webhook at PayPal, which is part of the text that it signs. */
  webhookId: string
  /** The base URL of a test double; PayPal's own by `livemode` if it is absent. */
  apiBase?: string | undefined
}

export interface PaypalOptions extends PaypalKeys {
  /** Which of PayPal's two worlds the credentials are of; its answers do not say. */
  livemode: boolean
  /** The id by which our payments are recognised in an account that others use too. */
  installationId: string
  fetch: Fetch
  clock: () => number
  /** The time limit of each call, its retries included. */
  timeoutMs: number
  logger?: Pick<Logger, 'warn'> | undefined
}

/**
 * Creates the wallet's provider on PayPal's Orders v2. A `ref` is an order's id, a capture's id
 * that of PayPal's capture.
 */
export function createPaypalProvider(given: PaypalOptions): PaymentProvider {
  const { livemode, installationId } = given
  const ownIds = new Set([installationId])
  const note = createUnknownValueLog('PayPal', given.logger)
  const { href } = new URL(given.apiBase ?? (livemode ? LIVE_API : SANDBOX_API))
  const options = { ...given, apiBase: href.replace(/\/$/, '') }
  const clock = new ProviderClock(given.clock)
  const denials = new Denials()
  const fetch = watchFetch(sampleFetch(given.fetch, clock), denials)
  const client = createPaypalClient({ ...options, fetch })

  const disputes = new ChangedDisputes(client)

  const find = createFinder(client, { livemode, ownIds, note })

  return {
    name: 'paypal',
    livemode,
    account: nameAccount('PayPal', given.clientId),
    // The keys name it.
    identify: async () => {},
    clock,
    statement: createPaypalStatement(client, { ownIds, note }),
    onDenied: (listener) => denials.onDenied(listener),
    probe: () => probePaypal(client, { now: clock.now(), webhookId: given.webhookId }),
    start: async (request) => start(client, request, installationId),
    find,
    capture: async (ref, idempotencyKey) => {
      const result = await requestCapture(client, ref, idempotencyKey)
      return withCaptureResult(await find(ref), result)
    },
    findHistory: async (payment) => {
      const order = await findIfKnown(() => fetchOrder(client, payment.ref))
      return findHistory(client, payment, { order, now: clock.now(), note })
    },
    refund: async (captureId, key, cents) => refund(client, captureId, key, cents),
    findOwner: async (pointer) => findOwner(client, pointer, ownIds),
    // PayPal cannot cancel an order: one that is not captured expires.
    cancel: async () => {},
    // Uses the clock that is ahead, since the measured offset may be out of date.
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
      throw misread('PayPal', error)
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
  // The wallet's script opens PayPal's page itself.
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
        // Only the order keeps this field, not the capture.
        reference_id: accountId,
        // The only text of ours that PayPal keeps with the capture itself.
        custom_id: writeClaim(installationId, checkoutId),
        // PayPal accepts an invoice id once, so that a donation cannot be paid by two orders.
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
 * PayPal's result of a capture request; the order has the details. An order that is `captured` may
 * still be returned as approved for a while.
 */
type CaptureResult = 'accepted' | 'captured' | 'declined' | 'under_way' | 'too_early'

/**
 * Requests a capture once. Throws `failed-precondition` for a refusal that is not about the payer.
 */
async function requestCapture(
  client: PaypalClient,
  ref: string,
  key: string,
): Promise<CaptureResult> {
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
    if (error.issues.some((issue) => NOT_YET_APPROVED.has(issue))) return 'too_early'
    throw error
  }
}

/**
 * Corrects an outdated status by the result of the capture: an order is still `approved` after a
 * decline, while another capture is under way, and while reads lag behind.
 */
function withCaptureResult(payment: Payment, result: CaptureResult): Payment {
  if (payment.status !== 'approved' && payment.status !== 'awaiting_payer') return payment
  if (result === 'under_way' || result === 'captured') return { ...payment, status: 'processing' }
  // PayPal has taken nothing of an order that is still approved, whatever the result was.
  const isDeclined = result === 'declined' || payment.status === 'approved'
  return isDeclined ? { ...payment, status: 'declined' } : payment
}

function pathOf(ref: string): string {
  return `${ORDERS}/${encodeURIComponent(ref)}`
}
