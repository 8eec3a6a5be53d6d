import type { OutgoingHttpHeaders } from 'node:http'
import Fastify, { type InjectOptions } from 'fastify'
import { z } from 'zod'
import type { ProviderName } from '#contract/checkout-states.ts'
import { createSandbox } from '../../../sandbox/main.ts'
import { createSigningKey } from '../../../sandbox/paypal/signing/signing.ts'
import { INSTALLATION_ID } from '../../helpers/providers/payment-providers.ts'
import { ACCOUNTS, type AccountName } from './accounts.ts'
import type { World } from '../world/world.ts'

const ORIGIN = 'http://provider.test'
const PREFIX = '/_sandbox'

/** The URLs at which the adapters call the providers. */
export const API_BASES: Record<ProviderName, string> = {
  stripe: ORIGIN,
  paypal: `${ORIGIN}${PREFIX}/paypal`,
}

/** The origin of the webhook URLs; their path is the provider's name. */
const WEBHOOK_ORIGIN = 'http://royale.test'

const takenSchema = z.object({
  ref: z.string(),
  paymentId: z.string(),
  /** The checkout's id; PayPal's field has the installation's id in front of it. */
  reference: z
    .string()
    .transform((text) => text.replace(`${INSTALLATION_ID}:`, ''))
    .nullable(),
  capturedCents: z.int(),
  refundedCents: z.int(),
  disputedCents: z.int(),
})
const paymentsSchema = z.object({ stripe: z.array(takenSchema), paypal: z.array(takenSchema) })

/** The provider and its session or order id, which identify a payment. */
export interface PaymentKey {
  provider: ProviderName
  ref: string
}

/** A payment that a provider has taken, in the provider's own figures. */
export type TakenPayment = z.infer<typeof takenSchema> & {
  provider: ProviderName
  account: AccountName
}

/** Returns the cents that neither refunds nor disputes have taken from a payment. */
export function remainingCents(payment: TakenPayment): number {
  return payment.capturedCents - payment.refundedCents - payment.disputedCents
}

const tokenSchema = z.object({ access_token: z.string() })
const captureSchema = z
  .object({
    id: z.string(),
    status: z.string(),
    status_details: z.object({ reason: z.string() }).optional(),
  })
  // A dispute also makes a capture PENDING, although its money has come.
  .transform(({ id, status_details }) => ({
    id,
    isUndecided: status_details?.reason === 'PENDING_REVIEW',
  }))
const orderSchema = z
  .object({
    purchase_units: z.tuple([
      z.object({
        payments: z.object({ captures: z.array(captureSchema) }).optional(),
      }),
    ]),
  })
  .transform(({ purchase_units: [unit] }) => ({ captures: unit.payments?.captures ?? [] }))

export type Order = z.infer<typeof orderSchema>

/** A request of the product's to a provider. */
export interface ProviderRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body: string | undefined
}

export interface ProviderResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** Both providers in this process: the sandbox as the product embeds it, without a port. */
export interface SimulatedProviders {
  /** The number of requests that have no response yet. */
  readonly activeRequests: number
  tick(): void
  send(request: ProviderRequest): Promise<ProviderResponse>
  /** Makes Stripe fail the request, and repeat the failure for the same idempotency key. */
  failPermanently(request: ProviderRequest): Promise<ProviderResponse>
  /** Submits a form of the payer's browser and returns the HTTP status. */
  submit(url: string, form: Record<string, string>): Promise<number>
  /** Calls a control route (see the sandbox's README). Returns undefined if it is refused. */
  control(path: string, body: object): Promise<unknown>
  /** Ids of objects of other software in the accounts: sessions, orders, and objects of events. */
  readonly foreignIds: Set<string>
  /** Lists the payments that other software has taken. */
  listForeign(): Promise<TakenPayment[]>
  /** Lists the payments that our product has taken. */
  listTaken(): Promise<TakenPayment[]>
  /** Returns PayPal's order as its API shows it to us, or undefined if there is none. */
  findOrder(id: string): Promise<Order | undefined>
  close(): Promise<void>
}

/** One key for all runs, since making one takes longer than a run. */
const signingKey = createSigningKey()

/** Opens the providers with one account each; `deliver` receives their webhooks. */
export async function openProviders(
  world: World,
  deliver: typeof fetch,
  account: AccountName = 'our account',
): Promise<SimulatedProviders> {
  const keys = ACCOUNTS[account]
  const { skewMs } = world.faultProfile
  const sandbox = createSandbox({
    publicUrl: ORIGIN,
    stripe: { ...keys.stripe, webhookUrl: `${WEBHOOK_ORIGIN}/stripe` },
    paypal: { ...keys.paypal, webhookUrl: `${WEBHOOK_ORIGIN}/paypal`, signingKey },
    clock: () => world.clock() + skewMs,
    random: world.random.fork().next,
    fetch: deliver,
  })
  const app = Fastify()
  await app.register(sandbox.stripeApi)
  await app.register(sandbox.routes, { prefix: PREFIX })
  await app.ready()
  const foreignIds = new Set<string>()
  let activeRequests = 0

  async function inject(options: InjectOptions): Promise<ProviderResponse> {
    activeRequests += 1
    try {
      const { statusCode, headers, payload } = await app.inject(options)
      return { status: statusCode, headers: toPairs(headers), body: payload }
    } finally {
      activeRequests -= 1
    }
  }

  function send({ method, url, headers, body }: ProviderRequest): Promise<ProviderResponse> {
    const { host, pathname, search } = new URL(url)
    const target = { method, url: `${pathname}${search}`, headers: { ...headers, host } }
    return inject(body === undefined ? target : { ...target, payload: body })
  }

  async function control(path: string, body: object): Promise<unknown> {
    const url = `${PREFIX}/control${path}`
    const answer = await inject({ method: 'POST', url, payload: body })
    return answer.status === 200 ? JSON.parse(answer.body) : undefined
  }

  async function listAll(): Promise<TakenPayment[]> {
    const { body } = await inject({ url: `${PREFIX}/control/payments` })
    const { stripe, paypal } = paymentsSchema.parse(JSON.parse(body))
    return [
      ...stripe.map((payment) => Object.assign(payment, { provider: 'stripe' as const, account })),
      ...paypal.map((payment) => Object.assign(payment, { provider: 'paypal' as const, account })),
    ]
  }

  return {
    get activeRequests() {
      return activeRequests
    },
    tick: () => sandbox.tick(),
    send,
    failPermanently: async (request) => {
      await control('/faults', { provider: 'stripe', fault: '500' })
      return send(request)
    },
    submit: async (url, form) => {
      const { status } = await inject({
        method: 'POST',
        url: url.replace(ORIGIN, ''),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      })
      return status
    },
    control,
    foreignIds,
    listForeign: async () => (await listAll()).filter(({ ref }) => foreignIds.has(ref)),
    listTaken: async () => (await listAll()).filter(({ ref }) => !foreignIds.has(ref)),
    findOrder: async (id) => {
      const { clientId, clientSecret } = keys.paypal
      const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      const granted = await inject({
        method: 'POST',
        url: `${PREFIX}/paypal/v1/oauth2/token`,
        headers: {
          authorization: `Basic ${credentials}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'grant_type=client_credentials',
      })
      // While the key is refused, no result depends on this.
      if (granted.status !== 200) return undefined
      const { access_token } = tokenSchema.parse(JSON.parse(granted.body))
      const { status, body } = await inject({
        url: `${PREFIX}/paypal/v2/checkout/orders/${id}`,
        headers: { authorization: `Bearer ${access_token}`, host: new URL(ORIGIN).host },
      })
      return status === 200 ? orderSchema.parse(JSON.parse(body)) : undefined
    },
    close: async () => {
      await sandbox.close()
      await app.close()
    },
  }
}

function toPairs(headers: OutgoingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]),
  )
}
