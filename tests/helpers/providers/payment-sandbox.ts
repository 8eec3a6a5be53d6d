import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderName } from '#contract/checkout-states.ts'
import { z } from 'zod'
import { createSigningKey } from '../../../sandbox/paypal/signing/signing.ts'
import { listenSandbox } from '../../../sandbox/server.ts'
import { openHttpDouble, type ReceivedRequest } from '../network/http-double.ts'
import { KEYS } from './payment-providers.ts'

/** The time after which a wait counts as stuck, however slow the machine is. */
const TIMEOUT_MS = 60_000

/** One key for all sandboxes of a test file, since making one takes a moment. */
const SIGNING_KEY = createSigningKey()

export interface WebhookFilter {
  provider: ProviderName
  /** A part of the event's type, in lower case. */
  type?: string
  body: string
  /** The number of earlier matches to skip. */
  skip?: number
}

/** Actions of a person on a provider's page; `url` is the hosted page, if there is one. */
export interface Payer {
  /** Pays at once, as Ada Lovelace. */
  pay(ref: string, url: string | null): Promise<void>
  /** Pays with a method that leaves the payment pending. */
  payLater(ref: string, url: string | null): Promise<void>
  /** Pays with a method that is declined; the checkout stays open. */
  beDeclined(ref: string, url: string | null): Promise<void>
}

export interface TestSandbox {
  apiBase: Record<ProviderName, string>
  payers: Record<ProviderName, Payer>
  /** Calls a control route; `path` follows `/_sandbox/control`, see the sandbox's README. */
  control(path: string, body: object): Promise<unknown>
  /** Waits for the first webhook whose type and body contain these, and returns it. */
  requireWebhook(filter: WebhookFilter): Promise<ReceivedRequest>
  close(): Promise<void>
}

/**
 * Opens both providers' sandboxes on ports of their own, and a receiver for their webhooks. Their
 * clock is ahead of ours by `aheadMs`, or is `clock`.
 */
export async function openTestSandbox({
  aheadMs = 0,
  clock = () => Date.now() + aheadMs,
} = {}): Promise<TestSandbox> {
  const receiver = await openHttpDouble(() => ({ body: {} }))
  const { url, close } = await listenSandbox({
    stripe: { ...KEYS.stripe, webhookUrl: `${receiver.url}/stripe` },
    paypal: {
      ...KEYS.paypal,
      webhookUrl: `${receiver.url}/paypal`,
      signingKey: SIGNING_KEY,
    },
    clock,
  })
  const paypal = `${url}/_sandbox/paypal`

  return {
    apiBase: { stripe: url, paypal },
    payers: { stripe: STRIPE_PAYER, paypal: paypalPayer(paypal) },
    control: (path, body) => postJson(`${url}/_sandbox/control${path}`, body),
    requireWebhook: (filter) =>
      waitFor(
        () =>
          receiver.requests.filter((request) => matchesFilter(request, filter))[filter.skip ?? 0],
      ),
    close: async () => {
      await close()
      await receiver.close()
    },
  }
}

const eventSchema = z
  .union([z.object({ type: z.string() }), z.object({ event_type: z.string() })])
  .transform((event) => ('type' in event ? event.type : event.event_type).toLowerCase())

function matchesFilter({ path, body }: ReceivedRequest, filter: WebhookFilter): boolean {
  if (path !== `/${filter.provider}` || !body.includes(filter.body)) return false
  return eventSchema.parse(JSON.parse(body)).includes(filter.type ?? '')
}

const STRIPE_PAYER: Payer = {
  pay: (_ref, url) => enterCard(url, '4242424242424242'),
  payLater: (_ref, url) => enterCard(url, '4000000000000077'),
  beDeclined: (_ref, url) => enterCard(url, '4000000000000002'),
}

function enterCard(url: string | null, number: string): Promise<void> {
  return submit(url ?? '', {
    email: 'ada@example.com',
    number,
    name: 'Ada Lovelace',
    action: 'pay',
  })
}

/** Creates PayPal's payer; the sandbox decides by the surname, see its page. */
function paypalPayer(base: string): Payer {
  const approve = (ref: string, surname: string) =>
    submit(`${base}/approve?token=${ref}`, { given_name: 'Ada', surname, action: 'pay' })
  return {
    pay: (ref) => approve(ref, 'Lovelace'),
    payLater: (ref) => approve(ref, 'PENDING'),
    beDeclined: (ref) => approve(ref, 'DECLINE'),
  }
}

async function submit(url: string, form: Record<string, string>): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  await answer.arrayBuffer()
  if (answer.status === 404) throw new Error(`There is no page at ${url}.`)
}

async function postJson(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

async function waitFor<Found>(find: () => Found | undefined): Promise<Found> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error('What was waited for did not come.')
    await sleep(20)
  }
}
