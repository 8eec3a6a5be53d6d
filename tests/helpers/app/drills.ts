import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { hostDrillsSchema, type DrillName, type DrillRun } from '#contract/host/drills.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { countUnhandled } from '#server/features/webhooks/event-reports.ts'
import { createSigningKey } from '../../../sandbox/paypal/signing/signing.ts'
import { listenSandbox, type ListeningSandbox } from '../../../sandbox/server.ts'
import { KEYS } from '../providers/payment-providers.ts'
import { openTestApp, type TestApp, type TestAppOptions, type TestDonor } from './app.ts'

/** The time between two requests for a drill, ms. */
const POLL_INTERVAL_MS = 20

/** Longer than a drill waits for anything, ms. */
const LONG_MS = 10 * 60_000

/** One key for all sandboxes of a test file, since making one takes a moment. */
const SIGNING_KEY = createSigningKey()

/** A server whose providers are the sandbox, with webhooks that reach it, and its host. */
export class DrillWorld {
  /** The lead of the server's clock. */
  clockOffsetMs = 0
  /** The types of the events that were sent, in their order. */
  readonly sent: string[] = []
  /** Returns the status that a webhook gets on its way; undefined hands it to the server. */
  onWebhook: (body: string) => number | undefined = () => undefined
  readonly server: TestApp
  readonly sandbox: ListeningSandbox
  readonly host: TestDonor

  private constructor(parts: Pick<DrillWorld, 'server' | 'sandbox' | 'host'>) {
    this.server = parts.server
    this.sandbox = parts.sandbox
    this.host = parts.host
  }

  static async open(options: Pick<TestAppOptions, 'providerTimeoutMs'> = {}): Promise<DrillWorld> {
    const opened: { world?: DrillWorld } = {}
    const begunAt = Date.now()
    const sandbox = await listenSandbox({
      // It stands still, so that nothing that is late comes by itself.
      clock: () => begunAt,
      stripe: { ...KEYS.stripe, webhookUrl: 'http://server/api/webhooks/stripe' },
      paypal: {
        ...KEYS.paypal,
        webhookUrl: 'http://server/api/webhooks/paypal',
        signingKey: SIGNING_KEY,
      },
      fetch: async (url, init) => requireOpen(opened.world).#deliver(url, init),
    })
    const apiBase = { stripe: sandbox.url, paypal: `${sandbox.url}/_sandbox/paypal` }
    const server = await openTestApp({
      ...options,
      payments: { apiBase },
      sandboxUrl: sandbox.url,
      clock: () => Date.now() + (opened.world?.clockOffsetMs ?? 0),
    })
    opened.world = new DrillWorld({ server, sandbox, host: await server.signUpHost() })
    return opened.world
  }

  start(drill: string) {
    return this.host.call({ method: 'POST', url: HOST_ROUTES.drills, payload: { drill } })
  }

  stop() {
    return this.host.call({ method: 'DELETE', url: HOST_ROUTES.drills })
  }

  async read(): Promise<DrillRun | null> {
    const answer = await this.host.call({ url: HOST_ROUTES.drills })
    return hostDrillsSchema.parse(answer.json()).run
  }

  /** Starts a drill, and returns it when it says this sentence. */
  async startUntil(drill: DrillName, sentence: RegExp): Promise<DrillRun> {
    const { statusCode, body } = await this.start(drill)
    if (statusCode !== 200) throw new Error(`The drill did not start: ${body}`)
    return this.until(({ steps }) => steps.some((step) => sentence.test(step.sentence)))
  }

  /** Returns the drill when it has ended. */
  whenEnded(): Promise<DrillRun> {
    return this.until(({ state }) => state !== 'running')
  }

  /** Puts the server's clock forward until the drill has given up all its waits. */
  async runOut(): Promise<DrillRun> {
    return this.until(({ state }) => {
      this.clockOffsetMs += LONG_MS
      return state !== 'running'
    })
  }

  /** Puts the clock of the sandbox forward until each webhook has been taken and handled. */
  async sendAll(): Promise<void> {
    for (;;) {
      // Advancing gives up those in flight, which would then wait for their next attempt.
      await this.untilHandled()
      if ((await this.#countWaiting()) === 0) return
      await this.control('/clock', { advanceMs: 60_000 })
    }
  }

  /** Resolves when the webhooks under way have come to an end, and those taken are handled. */
  async untilHandled(): Promise<void> {
    await this.sandbox.sandbox.idle()
    while ((await countUnhandled(this.server.database.reader)).waiting > 0) {
      await pause(POLL_INTERVAL_MS)
    }
  }

  async #countWaiting(): Promise<number> {
    const state = await this.control('/state')
    return z.object({ webhooksWaiting: z.number() }).parse(state).webhooksWaiting
  }

  /** Puts the clock of the sandbox forward until all late webhooks are sent. */
  async sendLate(): Promise<void> {
    do {
      // Advancing gives up those in flight, which would then come again behind later ones.
      await this.sandbox.sandbox.idle()
      await this.control('/clock', { advanceMs: 60_000 })
      await this.sandbox.sandbox.idle()
      await pause(POLL_INTERVAL_MS)
    } while ((await this.read())?.state === 'running')
  }

  async until(isSo: (run: DrillRun) => boolean): Promise<DrillRun> {
    for (;;) {
      const run = await this.read()
      if (run !== null && isSo(run)) return run
      if (run !== null && run.state !== 'running') throw new Error(JSON.stringify(run, null, 1))
      await pause(POLL_INTERVAL_MS)
    }
  }

  /** Calls a control route; `path` follows `/_sandbox/control`, see the sandbox's README. */
  async control(path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.sandbox.url}/_sandbox/control${path}`, {
      headers: { 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer.json()
  }

  /** Returns whether an event that happens now is sent, once and at once. */
  async sendsWebhooks(): Promise<boolean> {
    const before = this.sent.length
    await this.control('/events', { provider: 'stripe', type: 'account.updated', object: {} })
    await this.sandbox.sandbox.idle()
    return this.sent.slice(before).join(' ') === 'account.updated'
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.sandbox.close()
  }

  /** Hands a webhook of the sandbox to the server, which has no port. */
  async #deliver(url: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    const body = z.string().parse(init.body)
    const event = eventSchema.parse(JSON.parse(body))
    this.sent.push(event.type ?? event.event_type ?? '')
    const status = this.onWebhook(body)
    if (status !== undefined) return new Response('', { status })
    const answer = await this.server.app.inject({
      method: 'POST',
      url: new URL(z.string().parse(url)).pathname,
      headers: Object.fromEntries(new Headers(init.headers)),
      payload: body,
    })
    return new Response('', { status: answer.statusCode === 204 ? 200 : answer.statusCode })
  }
}

const eventSchema = z.object({ type: z.string().optional(), event_type: z.string().optional() })

function requireOpen(world: DrillWorld | undefined): DrillWorld {
  if (world === undefined) throw new Error('The server is not open yet.')
  return world
}
