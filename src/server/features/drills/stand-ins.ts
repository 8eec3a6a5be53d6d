import { z } from 'zod'
import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'

/** The longest wait for a response of the stand-ins, ms. */
const TIMEOUT_MS = 10_000

/** A test card that pays; see the sandbox's README. */
const CARD = '4242424242424242'

const paymentSchema = z.object({
  ref: z.string(),
  paymentId: z.string(),
  capturedCents: z.int(),
  refundedCents: z.int(),
  disputedCents: z.int(),
})

const paymentsSchema = z.object({
  stripe: z.array(paymentSchema),
  paypal: z.array(paymentSchema),
})

const stateSchema = z.object({ webhooksWaiting: z.int() })
const disputeSchema = z.object({ id: z.string() })

/** A payment that a provider has taken, in the provider's own figures. */
export type TakenPayment = z.infer<typeof paymentSchema> & { provider: ProviderName }

/** Faults of all webhooks from now on; see the sandbox's README. */
export interface WebhookFaults {
  drop?: boolean
  duplicate?: number
  delayMs?: number
}

/** Names a payment as the control routes do. */
type PaymentName = Pick<TakenPayment, 'provider' | 'paymentId'>

/** The control routes and the payers' pages of the embedded sandbox, over HTTP. */
export class StandIns {
  readonly #url: string
  readonly #operatorToken: string

  constructor({ url, operatorToken }: { url: string; operatorToken: string }) {
    this.#url = url
    this.#operatorToken = operatorToken
  }

  /** Replaces the faults of webhooks; `{}` ends them. */
  async setWebhookFaults(faults: WebhookFaults): Promise<void> {
    await this.#control('/webhook-faults', faults)
  }

  /** Returns the number of webhooks that are to be sent. */
  async countWaiting(): Promise<number> {
    return stateSchema.parse(await this.#control('/state')).webhooksWaiting
  }

  async listPayments(): Promise<TakenPayment[]> {
    const lists = paymentsSchema.parse(await this.#control('/payments'))
    return PROVIDERS.flatMap((provider) =>
      lists[provider].map((payment) => Object.assign(payment, { provider })),
    )
  }

  async refund(payment: PaymentName, amountCents: number): Promise<void> {
    await this.#control('/refunds', { ...name(payment), amountCents })
  }

  /** Disputes what is left of a payment; returns the id of the dispute. */
  async openDispute(payment: PaymentName): Promise<string> {
    return disputeSchema.parse(await this.#control('/disputes', name(payment))).id
  }

  async decideDispute(
    provider: ProviderName,
    disputeId: string,
    outcome: 'won' | 'lost',
  ): Promise<void> {
    await this.#control('/disputes/outcome', { provider, disputeId, outcome })
  }

  /** Pays on the hosted card page, as its form does. */
  async payByCard(page: string, payer: string): Promise<void> {
    const { pathname, search } = new URL(page)
    // The address for browsers may lead through a proxy, which need not let this machine in.
    await this.#submit(`${pathname}${search}`, {
      email: 'drill@donor.invalid',
      number: CARD,
      name: payer,
      action: 'pay',
    })
  }

  /** Approves an order on the wallet's page, as its form does. */
  async approve(ref: string, payer: string): Promise<void> {
    await this.#submit(`/_sandbox/paypal/approve?token=${encodeURIComponent(ref)}`, {
      given_name: payer,
      surname: 'Drill',
      action: 'pay',
    })
  }

  async #submit(path: string, form: Record<string, string>): Promise<void> {
    const answer = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.arrayBuffer()
    if (answer.status >= 400) throw new Error(`The payer's page answered ${answer.status}.`)
  }

  async #control(path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.#url}/_sandbox/control${path}`, {
      headers: {
        authorization: `Bearer ${this.#operatorToken}`,
        'content-type': 'application/json',
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
}

function name({ provider, paymentId }: PaymentName): PaymentName {
  return { provider, paymentId }
}
