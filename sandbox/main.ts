import { z } from 'zod'
import { addHeaders, responseHeaders } from './response-headers.ts'
import { createClock } from './clock.ts'
import type { ControlDeps } from './control/control-actions.ts'
import { isFromThisMachine } from './control/control-guard.ts'
import { controlRoutes } from './control/control.ts'
import { createFaultRules } from './faults/faults.ts'
import type { ProviderDeps, Sandbox, SandboxOptions } from './options.ts'
import { createPaypal } from './paypal/main.ts'
import { seededRandom } from './random.ts'
import { openStateFile } from './state-file.ts'
import { createStatementFaults } from './faults/statement-faults.ts'
import { createStripe } from './stripe/main.ts'
import { WebhookDelivery } from './webhook-delivery.ts'

const TICK_MS = 100

const stateSchema = z.object({ stripe: z.unknown(), paypal: z.unknown(), webhooks: z.unknown() })

/** Creates both sandboxes. Throws if it gets a live key, beside which it must not run. */
export function createSandbox(options: SandboxOptions): Sandbox {
  refuseLiveKey(options.stripe.secretKey)
  const clock = createClock(options.clock ?? Date.now)
  const random = options.random ?? chooseRandom(options.seed)
  const wrongs = { faults: createFaultRules(), statementFaults: createStatementFaults() }
  const deps: ProviderDeps = {
    publicUrl: options.publicUrl,
    clock: clock.now,
    hostClock: clock.hostNow,
    random,
    ...wrongs,
    deliver: (delivery) => webhooks.add(delivery),
    changed: () => file.changed(),
  }
  const stripe = createStripe(options.stripe, deps)
  const paypal = createPaypal(options.paypal, deps)
  const webhooks = new WebhookDelivery({
    clock: clock.now,
    random,
    fetch: options.fetch ?? fetch,
    urls: { stripe: options.stripe.webhookUrl, paypal: options.paypal.webhookUrl },
    logger: options.logger,
    sign: (delivery) => (delivery.provider === 'stripe' ? stripe : paypal).sign(delivery),
    delivered: (delivery) => {
      if (delivery.provider === 'stripe') stripe.delivered(delivery)
    },
    changed: deps.changed,
  })
  const kept = { stripe, paypal, webhooks }
  const file = openStateFile(options.dataFile, () => snapshotOf(kept), options.logger)
  let ticking: NodeJS.Timeout | undefined

  function tick(): void {
    stripe.account.tick()
    webhooks.tick()
  }

  // The state is restored before any request, whose changes it would overwrite.
  restore(file.read(), kept)

  return {
    ...pluginsOf({ ...kept, ...wrongs, clock, tick }, options),
    start: async () => {
      ticking = setInterval(tick, TICK_MS).unref()
    },
    tick,
    idle: () => webhooks.idle(),
    close: async () => {
      clearInterval(ticking)
      webhooks.close()
      await file.flush()
    },
  }
}

/** Returns both providers' plugins, with the headers that every response has. */
function pluginsOf(
  parts: ControlDeps,
  { publicUrl, mayControl = isFromThisMachine }: SandboxOptions,
): Pick<Sandbox, 'stripeApi' | 'routes'> {
  const headers = responseHeaders(publicUrl)
  return {
    stripeApi: async (app) => {
      addHeaders(app, headers, parts.clock.hostNow)
      await app.register(parts.stripe.api)
    },
    routes: async (app) => {
      addHeaders(app, headers, parts.clock.hostNow)
      await app.register(parts.stripe.pages, { prefix: '/stripe' })
      await app.register(parts.paypal.routes, { prefix: '/paypal' })
      await app.register(controlRoutes(parts, mayControl), { prefix: '/control' })
    },
  }
}

/** The parts whose state survives a restart. */
type PersistedParts = Pick<ControlDeps, 'stripe' | 'paypal' | 'webhooks'>

function snapshotOf({ stripe, paypal, webhooks }: PersistedParts): z.infer<typeof stateSchema> {
  return {
    stripe: stripe.snapshot(),
    paypal: paypal.snapshot(),
    webhooks: webhooks.snapshot(),
  }
}

function restore(read: unknown, { stripe, paypal, webhooks }: PersistedParts): void {
  if (read === undefined) return
  const state = stateSchema.parse(read)
  stripe.restore(state.stripe)
  paypal.restore(state.paypal)
  webhooks.restore(state.webhooks)
}

function chooseRandom(seed: number | undefined): () => number {
  return seed === undefined ? Math.random : seededRandom(seed)
}

function refuseLiveKey(key: string): void {
  if (/^(sk|rk)_live_/.test(key)) {
    throw new Error('The payment sandbox does not run beside a live key.')
  }
}
