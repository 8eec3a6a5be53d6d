import { createServer } from 'node:http'
import Stripe from 'stripe'
import { z } from 'zod'
import type { SigningKey } from '../options.ts'
import { createSigningKey } from '../paypal/signing/signing.ts'
import { listenSandbox, type ListeningSandbox } from '../server.ts'

export const KEYS = {
  stripe: { secretKey: 'sk_test_x', webhookSecret: 'whsec_x' },
  paypal: { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1' },
}

const eventSchema = z
  .object({ type: z.string() })
  .or(z.object({ event_type: z.string() }).transform(({ event_type: type }) => ({ type })))
const createdSchema = z.object({ id: z.string() })
const tokenSchema = z.object({ access_token: z.string() })
const capturedSchema = z.object({
  purchase_units: z.tuple([
    z.object({ payments: z.object({ captures: z.tuple([createdSchema]) }) }),
  ]),
})
const paymentsSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

let signingKey: SigningKey | undefined

/** A shop with the sandbox as its providers; it accepts every webhook. */
export class TestShop {
  /** The types of the received events. */
  readonly events: string[] = []
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      this.events.push(eventSchema.parse(JSON.parse(Buffer.concat(chunks).toString())).type)
      response.end()
    })
  })
  #sandbox: ListeningSandbox | undefined

  get url(): string {
    if (this.#sandbox === undefined) throw new Error('The sandbox is closed.')
    return this.#sandbox.url
  }

  /** Opens the sandbox, or opens it again with the state of the file. */
  async open(dataFile?: string): Promise<void> {
    await this.#sandbox?.close()
    const shopUrl = await this.#listen()
    signingKey ??= createSigningKey()
    this.#sandbox = await listenSandbox({
      stripe: { ...KEYS.stripe, webhookUrl: `${shopUrl}/stripe` },
      paypal: { ...KEYS.paypal, webhookUrl: `${shopUrl}/paypal`, signingKey },
      dataFile,
    })
  }

  async close(): Promise<void> {
    await this.#sandbox?.close()
    this.#server.close()
  }

  control(path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}/_sandbox/control${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    })
  }

  /** Calls a control route; throws if it refuses. */
  async requireControl(path: string, body?: object): Promise<unknown> {
    return requireJson(this.control(path, body))
  }

  /** Calls a control route; returns the id of the created object. */
  async create(path: string, body: object): Promise<string> {
    return createdSchema.parse(await this.requireControl(path, body)).id
  }

  /** Lists what the providers have taken. */
  async listPayments() {
    return paymentsSchema.parse(await this.requireControl('/payments'))
  }

  /** Pays five dollars; returns the id of the charge or capture. */
  async pay(provider: 'stripe' | 'paypal'): Promise<string> {
    if (provider === 'paypal') return this.payByWallet()
    await this.payByCard()
    return this.requireCharge()
  }

  /** Pays five dollars; returns the session's id. */
  async payByCard(number = '4242424242424242'): Promise<string> {
    const { hostname: host, port } = new URL(this.url)
    const stripe = new Stripe(KEYS.stripe.secretKey, { host, port: Number(port), protocol: 'http' })
    const price_data = { currency: 'usd', unit_amount: 500, product_data: { name: 'Donation' } }
    const { id, url } = await stripe.checkout.sessions.create({
      mode: 'payment',
      client_reference_id: 'ours',
      line_items: [{ quantity: 1, price_data }],
      success_url: 'http://shop/',
    })
    await submit(String(url), { email: 'ada@example.com', name: 'Ada Lovelace', number })
    return id
  }

  /** Returns the id of the first card payment's charge. */
  async requireCharge(): Promise<string> {
    const [payment] = (await this.listPayments())['stripe'] ?? []
    return z.string().parse(payment?.['paymentId'])
  }

  /** Pays five dollars; returns the capture's id. */
  async payByWallet(surname = 'Lovelace'): Promise<string> {
    const base = `${this.url}/_sandbox/paypal`
    const headers = await requestHeaders(base)
    const amount = { currency_code: 'USD', value: '5.00' }
    const unit = { custom_id: 'ours', amount }
    const body = JSON.stringify({ intent: 'CAPTURE', purchase_units: [unit] })
    const created = fetch(`${base}/v2/checkout/orders`, { method: 'POST', headers, body })
    const { id } = createdSchema.parse(await requireJson(created))
    await submit(`${base}/approve?token=${id}`, { given_name: 'Ada', surname })
    const path = `${base}/v2/checkout/orders/${id}/capture`
    const captured = fetch(path, { method: 'POST', headers, body: '{}' })
    const order = capturedSchema.parse(await requireJson(captured))
    return order.purchase_units[0].payments.captures[0].id
  }

  async #listen(): Promise<string> {
    if (!this.#server.listening) {
      await new Promise<void>((resolve) => {
        this.#server.listen(0, '127.0.0.1', resolve)
      })
    }
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }
}

async function requestHeaders(base: string): Promise<Record<string, string>> {
  const { clientId, clientSecret } = KEYS.paypal
  const granted = fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = tokenSchema.parse(await requireJson(granted))
  return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
}

async function requireJson(answer: Promise<Response>): Promise<unknown> {
  const response = await answer
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response.json()
}

async function submit(url: string, form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams({ ...form, action: 'pay' })
  await fetch(url, { method: 'POST', body, redirect: 'manual' })
}
