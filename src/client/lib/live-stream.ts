import { retryDelayMs } from './retry-delay.ts'
import { StandInReads, standInPauseMs } from './stand-in-reads.ts'

/**
 * `connecting`: not live yet, or lost a moment ago; `delayed`: the stream does not get through, but
 * ordinary requests do, so what is shown is some seconds old; `offline`: the server cannot be
 * reached.
 */
export type ConnectionStatus = 'connecting' | 'live' | 'delayed' | 'offline'

/** The part of EventSource that is used. */
export interface EventConnection extends EventTarget {
  close(): void
}

export interface LiveStreamOptions {
  url: string
  /** Returns further parameters of each request. */
  parameters?: () => Record<string, string>
  /** The newest event that is known from elsewhere; the stream begins behind it. */
  lastEventId?: number | undefined
  /** The listeners by event name; the data is the event's parsed JSON. */
  listeners: Record<string, (data: unknown) => void>
  onStatus(status: ConnectionStatus): void
  /** Fetches the id of the newest event by a request of its own; rejects without a response. */
  fetchNewestId(): Promise<number>
  /**
   * Reads and shows by an ordinary request what the stream would have brought; rejects without a
   * response. Without it a stream that fails counts as a server that cannot be reached.
   */
  readAnew?: (signal: AbortSignal) => Promise<void>
  createEventSource?: (url: string) => EventConnection
  /** Returns a number of at least 0 and below 1. */
  random?: () => number
}

/** The duration after which a connection resets the delays, ms. */
const STABLE_CONNECTION_MS = 10_000

/** The time after which an attempt without an event has failed, even without an error, ms. */
const CONNECT_TIMEOUT_MS = 10_000

/** The silence after which the stream is checked, ms. */
const SILENCE_MS = 45_000

/** The silence of a stream that follows one that was dead, ms: it may deliver nothing either. */
const DOUBTED_SILENCE_MS = 5000

/** The time that an event may take to arrive before a stream that lacks it counts as dead, ms. */
const DELIVERY_GRACE_MS = 3000

/** The time after which a hidden tab closes its connection, ms. */
const HIDDEN_TIMEOUT_MS = 60_000

/**
 * Server-Sent Events that reconnect. EventSource gives up for good on an error response, and
 * otherwise reconnects after a fixed time, all viewers at once; so each failure closes it and the
 * next attempt, after a jittered delay, resumes behind the last event with `?lastEventId=`.
 *
 * A connection can also die without an error (a lost route, a sleeping laptop, a proxy that buffers
 * everything), and the server's comment lines are not visible to scripts. So after a silence the
 * server is asked for its newest event id: a newer one that the stream does not deliver either
 * proves the stream dead; the same one proves that nothing was missed.
 *
 * The stream alone may fail, for good: a proxy or an extension blocks it, or holds it back. So from
 * the second failure in a row on, and after an attempt that took its whole time, ordinary requests
 * tell whether the server can be reached, and stand in for the stream while they succeed.
 */
export class LiveStream {
  readonly #options: LiveStreamOptions
  readonly #random: () => number
  readonly #reads: StandInReads | undefined
  readonly #listenersController = new AbortController()

  #source: EventConnection | null = null
  #status: ConnectionStatus = 'connecting'
  #lastEventId = ''
  #lastEventAt = 0
  #connectedAt: number | null = null
  #failures = 0
  #wasLive = false
  /** True after a stream that did not deliver, until one delivers or has nothing to deliver. */
  #isDoubted = false
  /** The timer of the next attempt, this attempt's timeout or the next check: never two at once. */
  #timer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined

  /** Connects at once. */
  constructor(options: LiveStreamOptions) {
    this.#options = options
    const random = options.random ?? Math.random
    this.#random = random
    const { readAnew: read } = options
    const onResult = (hasSucceeded: boolean) => this.#handleRead(hasSucceeded)
    this.#reads = read && new StandInReads({ read, onResult, random })
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
    this.#reads?.stop()
    this.#disconnect()
  }

  #connect(): void {
    this.#disconnect()
    const { listeners, createEventSource = (url) => new EventSource(url) } = this.#options
    const resumedId = this.#lastEventId
    const source = createEventSource(this.#resumeUrl())
    this.#source = source
    source.addEventListener('open', () => this.#open(resumedId))
    source.addEventListener('error', () => this.#fail())
    for (const [name, listener] of Object.entries(listeners)) {
      source.addEventListener(name, (event) => {
        if (event instanceof MessageEvent) this.#receive(event, listener)
      })
    }
    this.#setTimer(() => this.#fail(true), CONNECT_TIMEOUT_MS)
  }

  #resumeUrl(): string {
    const { url, parameters } = this.#options
    const query = new URLSearchParams(parameters?.())
    if (this.#lastEventId !== '') query.set('lastEventId', this.#lastEventId)
    return query.size === 0 ? url : `${url}?${query}`
  }

  /** Handles an open stream, which is not live before its first event: a proxy may buffer it. */
  #open(resumedId: string): void {
    this.#connectedAt = Date.now()
    if (resumedId === '') return
    this.#lastEventId ||= resumedId
    this.#markLive()
  }

  /** Handles an event. One that cannot be parsed causes a full restart, so that there is no gap. */
  #receive(event: MessageEvent<unknown>, listener: (data: unknown) => void): void {
    const data = parseJson(event.data)
    if (data === undefined) {
      this.#lastEventId = ''
      return this.#fail()
    }
    // Events that are not part of the sequence have no id.
    if (event.lastEventId !== '') this.#lastEventId = event.lastEventId
    this.#lastEventAt = Date.now()
    this.#isDoubted = false
    listener(data)
    this.#markLive()
  }

  #markLive(): void {
    this.#wasLive = true
    this.#reads?.stop()
    this.#setStatus('live')
    const silenceMs = this.#isDoubted ? DOUBTED_SILENCE_MS : SILENCE_MS
    this.#setTimer(() => void this.#check(), silenceMs * (1 + this.#random() / 3))
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
      return this.#setTimer(() => this.#failToDeliver(), DELIVERY_GRACE_MS)
    this.#isDoubted = false
    this.#markLive()
  }

  #failToDeliver(): void {
    this.#fail()
    this.#isDoubted = true
  }

  /** Tries again later. `tookLong` says that the attempt was no matter of a moment. */
  #fail(tookLong = false): void {
    const lastedMs = this.#connectedAt === null ? 0 : Date.now() - this.#connectedAt
    const wasStable = lastedMs >= STABLE_CONNECTION_MS && !this.#isDoubted
    this.#disconnect()
    this.#failures = wasStable ? 1 : this.#failures + 1
    this.#tellFailure(this.#failures === 1 && !tookLong && navigator.onLine)
    const random = this.#random()
    const isDelayed = this.#status === 'delayed'
    const pauseMs = isDelayed ? standInPauseMs(random) : retryDelayMs(this.#failures, random)
    this.#setTimer(() => this.#connect(), pauseMs)
  }

  #tellFailure(isMoment: boolean): void {
    const isConnecting = this.#reads === undefined ? isMoment && this.#wasLive : isMoment
    if (isConnecting) return this.#setStatus('connecting')
    if (this.#reads === undefined) return this.#setStatus('offline')
    if (this.#status === 'live') this.#setStatus('connecting')
    if (document.visibilityState === 'visible') this.#reads.begin()
  }

  /** Has the next attempt begin with all there is: a stream that opens must prove that it delivers. */
  #handleRead(hasSucceeded: boolean): void {
    if (hasSucceeded) this.#lastEventId = ''
    this.#setStatus(hasSucceeded ? 'delayed' : 'offline')
  }

  #checkOrConnect(): void {
    if (this.#source !== null && this.#status === 'live') return void this.#check()
    this.#connect()
    if (this.#status !== 'connecting') this.#reads?.hurry()
  }

  #handleVisibility(): void {
    clearTimeout(this.#hiddenTimer)
    if (document.visibilityState === 'visible') return this.#checkOrConnect()
    this.#reads?.stop()
    this.#hiddenTimer = setTimeout(() => this.#disconnect(), HIDDEN_TIMEOUT_MS)
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
