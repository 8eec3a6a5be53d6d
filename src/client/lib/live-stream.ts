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
const LONGEST_RETRY_MS = 20_000

/** A connection that lasted this long starts the waits anew. */
const STABLE_MS = 10_000

/** An attempt that brings nothing by then has failed, though nothing says so. */
const CONNECT_TIMEOUT_MS = 10_000

/** The silence after which the stream is checked. */
const SILENCE_MS = 45_000

/** How long an event may be under way before a stream that lacks it counts as dead. */
const GRACE_MS = 3000

/** A tab hidden for this long gives its connection back. */
const HIDDEN_MS = 60_000

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
  readonly #listening = new AbortController()

  #source: EventConnection | null = null
  #status: ConnectionStatus = 'connecting'
  #lastEventId = ''
  #heardAt = 0
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
    const { signal } = this.#listening
    addEventListener('online', () => this.#wake(), { signal })
    addEventListener('offline', () => this.#wake(), { signal })
    document.addEventListener('visibilitychange', () => this.#followVisibility(), { signal })
    this.#connect()
  }

  close(): void {
    this.#listening.abort()
    clearTimeout(this.#hiddenTimer)
    this.#disconnect()
  }

  #connect(): void {
    this.#disconnect()
    const { listeners, createEventSource = (url) => new EventSource(url) } = this.#options
    const source = createEventSource(this.#resumingUrl())
    this.#source = source
    source.addEventListener('open', () => this.#open())
    source.addEventListener('error', () => this.#fail())
    for (const [name, listener] of Object.entries(listeners)) {
      source.addEventListener(name, (event) => {
        if (event instanceof MessageEvent) this.#hear(event, listener)
      })
    }
    this.#schedule(() => this.#fail(), CONNECT_TIMEOUT_MS)
  }

  #resumingUrl(): string {
    const { url } = this.#options
    return this.#lastEventId === ''
      ? url
      : `${url}?lastEventId=${encodeURIComponent(this.#lastEventId)}`
  }

  /** An open stream without its first event may still be held back by a proxy: it is not live. */
  #open(): void {
    this.#connectedAt = Date.now()
    if (this.#lastEventId !== '') this.#confirm()
  }

  /** An event that cannot be read is followed by a new beginning, not by a gap. */
  #hear(event: MessageEvent<unknown>, listener: (data: unknown) => void): void {
    const data = parseJson(event.data)
    if (data === undefined) {
      this.#lastEventId = ''
      return this.#fail()
    }
    this.#lastEventId = event.lastEventId
    this.#heardAt = Date.now()
    listener(data)
    this.#confirm()
  }

  #confirm(): void {
    this.#wasLive = true
    this.#report('live')
    this.#schedule(() => void this.#check(), SILENCE_MS * (1 + this.#random() / 3))
  }

  async #check(): Promise<void> {
    const source = this.#source
    if (source === null) return
    const startedAt = Date.now()
    this.#schedule(() => this.#fail(), CONNECT_TIMEOUT_MS)
    const newestId = await this.#options.fetchNewestId().catch(() => undefined)
    if (source !== this.#source || this.#heardAt > startedAt) return
    if (newestId === undefined) return this.#fail()
    if (newestId > Number(this.#lastEventId)) return this.#schedule(() => this.#fail(), GRACE_MS)
    this.#confirm()
  }

  #fail(): void {
    const lasted = this.#connectedAt === null ? 0 : Date.now() - this.#connectedAt
    this.#disconnect()
    this.#failures = lasted >= STABLE_MS ? 1 : this.#failures + 1
    const justLost = this.#wasLive && this.#failures === 1 && navigator.onLine
    this.#report(justLost ? 'connecting' : 'offline')
    this.#schedule(() => this.#connect(), this.#nextWait())
  }

  /** Half of it is chance, so that viewers who were lost together do not return together. */
  #nextWait(): number {
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1))
    return wait * (0.5 + this.#random() / 2)
  }

  #wake(): void {
    if (this.#source !== null && this.#status === 'live') void this.#check()
    else this.#connect()
  }

  #followVisibility(): void {
    clearTimeout(this.#hiddenTimer)
    if (document.visibilityState === 'visible') this.#wake()
    else this.#hiddenTimer = setTimeout(() => this.#disconnect(), HIDDEN_MS)
  }

  #disconnect(): void {
    clearTimeout(this.#timer)
    this.#source?.close()
    this.#source = null
    this.#connectedAt = null
  }

  #schedule(action: () => void, milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(action, milliseconds)
  }

  #report(status: ConnectionStatus): void {
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
