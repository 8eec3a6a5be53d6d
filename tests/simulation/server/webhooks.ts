import { z } from 'zod'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { World } from '../world/world.ts'

/** A webhook as the server's route receives it. */
export interface Webhook {
  provider: ProviderName
  body: Buffer
  headers: Record<string, string>
}

const eventSchema = z
  .union([z.object({ type: z.string() }), z.object({ event_type: z.string() })])
  .transform((event) => ('type' in event ? event.type : event.event_type))

/**
 * Creates the `fetch` by which the sandbox sends webhooks. Each delivery waits for its turn, so
 * that webhooks overtake one another; some are refused on their way, some are repeated.
 */
export function createWebhookFetch(
  world: World,
  receive: (webhook: Webhook) => Promise<void>,
): typeof fetch {
  let sent = 0
  let newestDelivered = 0

  async function deliver(webhook: Webhook, name: string, number: number): Promise<void> {
    await world.waitForTurn(`webhook ${name}`)
    if (number < newestDelivered) world.trace.count('webhooks', 'overtaken')
    newestDelivered = Math.max(newestDelivered, number)
    if (world.random.chance(world.faultProfile.refusedWebhooks)) {
      world.trace.note(`  ${name} was refused on its way`)
      world.trace.count('webhooks', 'refused')
      throw new TypeError('fetch failed')
    }
    world.trace.count('webhooks', 'delivered')
    await receive(webhook)
  }

  async function repeat(webhook: Webhook, name: string, number: number): Promise<void> {
    if (!world.random.chance(world.faultProfile.repeatedWebhooks)) return
    world.trace.count('webhooks', 'repeated')
    // The provider reads the response to the first delivery only.
    await deliver(webhook, `${name} again`, number).catch(() => {})
  }

  return async (input, init) => {
    const webhook = toWebhook(input instanceof Request ? input.url : input.toString(), init)
    const name = `${webhook.provider} ${eventSchema.parse(JSON.parse(webhook.body.toString()))}`
    sent += 1
    void repeat(webhook, name, sent)
    await deliver(webhook, name, sent)
    return new Response('{}')
  }
}

function toWebhook(url: string, { headers, body }: RequestInit = {}): Webhook {
  return {
    provider: url.endsWith('/stripe') ? 'stripe' : 'paypal',
    body: Buffer.from(typeof body === 'string' ? body : ''),
    headers: Object.fromEntries(new Headers(headers)),
  }
}
