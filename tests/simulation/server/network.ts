import type { ProviderName } from '#contract/checkout-states.ts'
import type { Fetch } from '#server/payments/fetch.ts'
import type {
  ProviderResponse,
  ProviderRequest,
  SimulatedProviders,
} from '../providers/providers.ts'
import type { World } from '../world/world.ts'

/** Faults that prevent the call from having any effect. */
const FAULTS_BEFORE_EFFECT = ['refused', '500', '500 for good', '429', 'never answered'] as const

/** Faults of the response; the call has had its effect. */
const FAULTS_AFTER_EFFECT = ['cut after the effect', 'malformed', 'answer never came'] as const

type Fault = (typeof FAULTS_BEFORE_EFFECT)[number] | (typeof FAULTS_AFTER_EFFECT)[number]

interface Call extends ProviderRequest {
  provider: ProviderName
  /** The request without ids, so that it is the same in every run. */
  name: string
}

/** The network between the server and the providers. */
export class Network {
  /** Providers that cannot be reached at the moment. */
  readonly unreachable = new Set<ProviderName>()
  readonly #world: World
  readonly #providers: Pick<SimulatedProviders, 'send' | 'failPermanently'>

  constructor(world: World, providers: Pick<SimulatedProviders, 'send' | 'failPermanently'>) {
    this.#world = world
    this.#providers = providers
  }

  /** Replaces `fetch` in the adapters. */
  readonly fetch: Fetch = (url, init) =>
    new Promise((resolve, reject) => {
      const { signal } = init
      // An aborted call rejects at once, while the request itself goes on, as in a real network.
      signal?.addEventListener('abort', () => {
        const reason: unknown = signal.reason
        reject(reason instanceof Error ? reason : new Error('The call was given up.'))
      })
      this.#send(toCall(url, init)).then(resolve, reject)
    })

  async #send(call: Call): Promise<Response> {
    const { scheduler, trace, crashCount } = this.#world
    await scheduler.waitForTurn(`call ${call.name}`, 'server', { mayOutliveOwner: true })
    const early = this.#refuseIfUnreachable(call) ?? this.#drawFault(FAULTS_BEFORE_EFFECT)
    if (early !== undefined) {
      this.#noteFault(call, early)
      // Only Stripe stores its own failure under the idempotency key.
      const isKept = early === '500 for good' && call.provider === 'stripe'
      return isKept
        ? toResponse(await this.#providers.failPermanently(call))
        : failBeforeEffect(early)
    }
    const late = this.#drawFault(FAULTS_AFTER_EFFECT)
    const answer = await this.#providers.send(this.#delayLists(call))
    trace.note(`  ${call.name} had its effect: ${answer.status}`)
    if (crashCount !== this.#world.crashCount) {
      trace.count('faults', 'effect after the crash of who asked')
      return neverSettles()
    }
    await scheduler.waitForTurn(`answer ${call.name}`, 'server')
    if (late !== undefined) {
      this.#noteFault(call, late)
      return failAfterEffect(late)
    }
    return toResponse(answer)
  }

  /** Delays what lists show; reads by id are not delayed. */
  #delayLists(call: Call): Call {
    const { faultProfile, clock } = this.#world
    const shownUntil = clock() + faultProfile.skewMs - faultProfile.listLagMs
    const url = new URL(call.url)
    if (url.searchParams.has('created[gte]')) {
      url.searchParams.set('created[lte]', `${Math.floor(shownUntil / 1000)}`)
    } else if (url.searchParams.has('end_time')) {
      url.searchParams.set('end_time', new Date(shownUntil).toISOString())
    }
    return { ...call, url: url.href }
  }

  #refuseIfUnreachable({ provider }: Call): 'refused' | undefined {
    return this.unreachable.has(provider) ? 'refused' : undefined
  }

  #drawFault<Kind extends Fault>(kinds: readonly [Kind, ...Kind[]]): Kind | undefined {
    const { random, faultProfile } = this.#world
    // A call has at most one of the two kinds of faults, so each gets half of the share.
    return random.chance(faultProfile.callFaults / 2) ? random.pick(kinds) : undefined
  }

  #noteFault({ name }: Call, fault: Fault): void {
    this.#world.trace.note(`  ${name}: ${fault}`)
    this.#world.trace.count('faults', fault)
  }
}

function toCall(url: string, init: RequestInit): Call {
  const { pathname } = new URL(url)
  const provider = pathname.startsWith('/v1/') ? 'stripe' : 'paypal'
  const method = init.method === 'POST' ? 'POST' : 'GET'
  return {
    provider,
    name: `${provider} ${method} ${toPattern(pathname)}`,
    method,
    url,
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === 'string' && method === 'POST' ? init.body : undefined,
  }
}

/** Replaces ids in a path, which are long and contain digits or capitals. */
function toPattern(path: string): string {
  return path
    .replace('/_sandbox/paypal', '')
    .split('/')
    .map((part) => (part.length > 9 && /[A-Z0-9]{3}/.test(part) ? '…' : part))
    .join('/')
}

function toResponse({ body, status, headers }: ProviderResponse): Response {
  return new Response(body, { status, headers })
}

function failBeforeEffect(fault: (typeof FAULTS_BEFORE_EFFECT)[number]): Promise<Response> {
  switch (fault) {
    case 'refused':
      return Promise.reject(networkError('ECONNREFUSED'))
    case '500':
    case '500 for good':
      return Promise.resolve(new Response('{"error":{"type":"api_error"}}', { status: 500 }))
    case '429':
      return Promise.resolve(
        new Response('{"error":{"type":"rate_limit"}}', {
          status: 429,
          headers: { 'retry-after': '1' },
        }),
      )
    case 'never answered':
      return neverSettles()
  }
}

function failAfterEffect(fault: (typeof FAULTS_AFTER_EFFECT)[number]): Promise<Response> {
  switch (fault) {
    case 'cut after the effect':
      return Promise.reject(networkError('ECONNRESET'))
    case 'malformed':
      return Promise.resolve(new Response('<html>a gateway’s page</html>', { status: 200 }))
    case 'answer never came':
      return neverSettles()
  }
}

/** Returns an error like that of Node's `fetch`. */
function networkError(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
}

/** Returns a promise that never settles; callers give up by their own time-outs. */
function neverSettles(): Promise<never> {
  return new Promise(() => {})
}
