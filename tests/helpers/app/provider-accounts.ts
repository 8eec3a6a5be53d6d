import { z } from 'zod'
import type { ProviderName } from '#contract/checkout-states.ts'
import { formatDecimal } from '#contract/money.ts'
import type { BegunCheckout } from './checkouts.ts'
import { KEYS } from '../providers/payment-providers.ts'
import type { TestSandbox } from '../providers/payment-sandbox.ts'

const takenSchema = z
  .object({ ref: z.string(), capturedCents: z.int(), refundedCents: z.int() })
  .array()
const paymentsSchema = z.object({ stripe: takenSchema, paypal: takenSchema })

/** Returns the cents that the provider has taken for a session or order, one amount per capture. */
export async function takenCents(payments: TestSandbox, begun: BegunCheckout): Promise<number[]> {
  return (await readTaken(payments, begun)).map(({ capturedCents }) => capturedCents)
}

/**
 * Returns the cents that the provider has refunded of a session or order, one amount per capture.
 */
export async function refundedCents(
  payments: TestSandbox,
  begun: BegunCheckout,
): Promise<number[]> {
  return (await readTaken(payments, begun)).map((payment) => payment.refundedCents)
}

async function readTaken({ apiBase }: TestSandbox, { provider, ref }: BegunCheckout) {
  const answer = await fetch(`${apiBase.stripe}/_sandbox/control/payments`)
  const payments = paymentsSchema.parse(await answer.json())
  return payments[provider].filter((payment) => payment.ref === ref)
}

interface ForeignPayment {
  /** The checkout id in the payment's metadata. */
  checkoutId?: string
  amountCents: number
  /** The currency, ISO 4217, upper case. */
  currency: string
}

/** Creates a session or order as other software with our keys does. */
export async function createForeign(
  payments: TestSandbox,
  provider: ProviderName,
  wanted: ForeignPayment,
): Promise<BegunCheckout> {
  const created =
    provider === 'stripe'
      ? await createSession(payments.apiBase.stripe, wanted)
      : await createOrder(payments.apiBase.paypal, wanted)
  return { provider, ref: created.id, url: created.url ?? null }
}

const createdSchema = z.object({ id: z.string(), url: z.string().optional() })

async function createSession(base: string, { checkoutId, amountCents, currency }: ForeignPayment) {
  const price = 'line_items[0][price_data]'
  return post(`${base}/v1/checkout/sessions`, {
    headers: { authorization: `Bearer ${KEYS.stripe.secretKey}` },
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'http://localhost:3000/',
      ...(checkoutId !== undefined && { 'metadata[checkout_id]': checkoutId }),
      'line_items[0][quantity]': '1',
      [`${price}[currency]`]: currency.toLowerCase(),
      [`${price}[unit_amount]`]: String(amountCents),
      [`${price}[product_data][name]`]: 'Something else',
    }),
  })
}

async function createOrder(base: string, { checkoutId, amountCents, currency }: ForeignPayment) {
  const amount = { currency_code: currency, value: formatDecimal(amountCents) }
  return post(`${base}/v2/checkout/orders`, {
    headers: {
      authorization: `Bearer ${await requestToken(base)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      intent: 'CAPTURE',
      purchase_units: [{ custom_id: checkoutId, amount }],
    }),
  })
}

/**
 * Captures an approved order as other software with our keys does; a session is captured already.
 */
export async function captureForeign(
  { apiBase }: TestSandbox,
  { provider, ref }: Pick<BegunCheckout, 'provider' | 'ref'>,
): Promise<void> {
  if (provider === 'stripe') return
  await post(`${apiBase.paypal}/v2/checkout/orders/${ref}/capture`, {
    headers: {
      authorization: `Bearer ${await requestToken(apiBase.paypal)}`,
      'content-type': 'application/json',
    },
    body: '{}',
  })
}

async function requestToken(base: string): Promise<string> {
  const { clientId, clientSecret } = KEYS.paypal
  const answer = await fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token
}

async function post(url: string, init: RequestInit): Promise<z.infer<typeof createdSchema>> {
  const answer = await fetch(url, { method: 'POST', ...init })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return createdSchema.parse(await answer.json())
}
