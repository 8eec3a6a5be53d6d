/** `connecting`: not yet, or for a moment not; `offline`: the server cannot be reached. */
export type ConnectionStatus = 'connecting' | 'live' | 'offline'

/** What is needed of an EventSource. */
export interface EventConnection extends EventTarget {
  close(): void
}

export interface LiveStreamOptions {
  url: string
  /** The newest event that is known from elsewhere; the stream begins behind it. */
  lastEventId?: number | undefined
  /** By event name; the data is the event's parsed JSON. */
  listeners: Record<string, (data: unknown) => void>
  onStatus(status: ConnectionStatus): void
  /** The id of the newest event there is, asked of the server past the stream; rejects without one. */
  fetchNewestId(): Promise<number>
  createEventSource?: (url: string) => EventConnection
  /** At least 0 and below 1. */
  random?: () => number
}

/** The first wait before a new attempt; it doubles with each failure, up to the longest one. */
const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 20_000

/** A connection that lasted this long starts the waits anew. */
const STABLE_CONNECTION_MS = 10_000

/** An attempt that brings nothing by then has failed, though nothing says so. */
const CONNECT_TIMEOUT_MS = 10_000

/** The silence after which the stream is checked. */
const SILENCE_MS = 45_000

/** How long an event may be under way before a stream that lacks it counts as dead. */
const DELIVERY_GRACE_MS = 3000

/** A tab hidden for this long gives its connection back. */
const HIDDEN_TIMEOUT_MS = 60_000

/**
 * Server-Sent Events that come back by themselves. EventSource gives up for good on an error
 * answer, and otherwise returns after a fixed time, all viewers at once; so each failure closes it
 * and the next attempt, after a jittered wait, resumes behind the last event with `?lastEventId=`.
 *
 * A connection can also die without a word (a lost route, a sleeping laptop, a proxy that holds
 * everything back), and the server's comment lines are not shown to scripts. So after a silence
 * the server is asked for its newest event id: one that the stream does not deliver either proves
 * the stream dead; the same one proves that nothing was missed.
 */
export class LiveStream {
  readonly #options: LiveStreamOptions
  readonly #random: () => number
  readonly #listenersController = new AbortController()

  #source: EventConnection | null = null
  #status: ConnectionStatus = 'connecting'
  #lastEventId = ''
  #lastEventAt = 0
  #connectedAt: number | null = null
  #failures = 0
  #wasLive = false
  /** One for the next attempt, the end of this one, or the next check: never two at once. */
  #timer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined

  /** Connects at once. */
  constructor(options: LiveStreamOptions) {
    this.#options = options
    this.#random = options.random ?? Math.random
    this.#lastEventId = options.lastEventId?.toString() ?? ''
    const { signal } = this.#listenersController
    addEventListener('online', () => this.#checkOrConnect(), { signal })
    addEventListener('offline', () => this.#checkOrConnect(), { signal })
    document.addEventListener('visibilitychange', () => this.#handleVisibility(), { signal })
    this.#connect()
  }

  close(): void {
    this.#listenersController.abort()
    clearTimeout(this.#hiddenTimer)
    this.#disconnect()
  }

  #connect(): void {
    this.#disconnect()
    const { listeners, createEventSource = (url) => new EventSource(url) } = this.#options
    const source = createEventSource(this.#resumeUrl())
    this.#source = source
    source.addEventListener('open', () => this.#open())
    source.addEventListener('error', () => this.#fail())
    for (const [name, listener] of Object.entries(listeners)) {
      source.addEventListener(name, (event) => {
        if (event instanceof MessageEvent) this.#receive(event, listener)
      })
    }
    this.#setTimer(() => this.#fail(), CONNECT_TIMEOUT_MS)
  }

  #resumeUrl(): string {
    const { url } = this.#options
    return this.#lastEventId === ''
      ? url
      : `${url}?lastEventId=${encodeURIComponent(this.#lastEventId)}`
  }

  /** An open stream without its first event may still be held back by a proxy: it is not live. */
  #open(): void {
    this.#connectedAt = Date.now()
    if (this.#lastEventId !== '') this.#markLive()
  }

  /** An event that cannot be read is followed by a new beginning, not by a gap. */
  #receive(event: MessageEvent<unknown>, listener: (data: unknown) => void): void {
    const data = parseJson(event.data)
    if (data === undefined) {
      this.#lastEventId = ''
      return this.#fail()
    }
    this.#lastEventId = event.lastEventId
    this.#lastEventAt = Date.now()
    listener(data)
    this.#markLive()
  }

  #markLive(): void {
    this.#wasLive = true
    this.#setStatus('live')
    this.#setTimer(() => void this.#check(), SILENCE_MS * (1 + this.#random() / 3))
  }

  async #check(): Promise<void> {
    const source = this.#source
    if (source === null) return
    const startedAt = Date.now()
    this.#setTimer(() => this.#fail(), CONNECT_TIMEOUT_MS)
    const newestId = await this.#options.fetchNewestId().catch(() => undefined)
    if (source !== this.#source || this.#lastEventAt > startedAt) return
    if (newestId === undefined) return this.#fail()
    if (newestId > Number(this.#lastEventId))
      return this.#setTimer(() => this.#fail(), DELIVERY_GRACE_MS)
    this.#markLive()
  }

  #fail(): void {
    const lastedMs = this.#connectedAt === null ? 0 : Date.now() - this.#connectedAt
    this.#disconnect()
    this.#failures = lastedMs >= STABLE_CONNECTION_MS ? 1 : this.#failures + 1
    const isJustLost = this.#wasLive && this.#failures === 1 && navigator.onLine
    this.#setStatus(isJustLost ? 'connecting' : 'offline')
    this.#setTimer(() => this.#connect(), this.#nextRetryMs())
  }

  /** Half of it is chance, so that viewers who were lost together do not return together. */
  #nextRetryMs(): number {
    const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1))
    return wait * (0.5 + this.#random() / 2)
  }

  #checkOrConnect(): void {
    if (this.#source !== null && this.#status === 'live') void this.#check()
    else this.#connect()
  }

  #handleVisibility(): void {
    clearTimeout(this.#hiddenTimer)
    if (document.visibilityState === 'visible') this.#checkOrConnect()
    else this.#hiddenTimer = setTimeout(() => this.#disconnect(), HIDDEN_TIMEOUT_MS)
  }

  #disconnect(): void {
    clearTimeout(this.#timer)
    this.#source?.close()
    this.#source = null
    this.#connectedAt = null
  }

  #setTimer(action: () => void, delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(action, delayMs)
  }

  #setStatus(status: ConnectionStatus): void {
    if (status === this.#status) return
    this.#status = status
    this.#options.onStatus(status)
  }
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
