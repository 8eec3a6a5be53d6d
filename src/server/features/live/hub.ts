import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError } from '#contract/app-error.ts'
import type { EventStream } from '#server/http/wire/event-stream.ts'
import { ConnectionLimiter, type ConnectionLimits } from '#server/http/wire/connection-limiter.ts'
import type { LiveSums } from '#contract/live-sums.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import type { Announcement, RankedBoard } from '#server/features/leaderboard/leaderboard.ts'
import { Broadcaster, type Stream } from './broadcaster.ts'
import { FrameHistory } from './frame-history.ts'
import { restAfter } from './frame-pacer.ts'
import {
  encodeCampaign,
  encodeChange,
  encodeRetry,
  encodeSnapshot,
  encodeSums,
  HEARTBEAT,
  type Frame,
} from './frame.ts'
import { isOther } from './other-campaign.ts'

const SNAPSHOT_ROWS = 100
const HEARTBEAT_MS = 15_000
const MAX_BACKLOG_BYTES = 64 * 1024
const LEAVE_TIME_MS = 2_000

/** The pause before a viewer reconnects, ms: random within a span, so that not all come at once. */
const PAUSE_AFTER_LOSS = { minMs: 1_000, spanMs: 2_000 }
const PAUSE_AFTER_CLOSE = { minMs: 1_000, spanMs: 9_000 }

/** The default limits. A hall full of viewers shares one address, so an address has many streams. */
const STREAM_LIMITS: ConnectionLimits = { total: 15_000, perAddress: 1_500 }

const MESSAGES = {
  perAddress: 'Too many live views are open from your network: close one and try again.',
  total: 'Too many people are watching just now: try again in a moment.',
}

export interface HubDeps {
  leaderboard: Pick<RankedBoard, 'version' | 'top' | 'catchUp' | 'onChange'>
  /** The campaign, whose changes go to all viewers; undefined sends none. */
  campaign?: Pick<LiveCampaign, 'current' | 'onChange'>
  /** The sums of choices and matches, whose changes go to all viewers; undefined sends none. */
  sums?: {
    readonly current: LiveSums | undefined
    onChange(listener: (sums: LiveSums) => void): () => void
  }
  logger: Pick<Logger, 'info'>
  /** Counts the viewers of several hubs together; by default the hub counts its own. */
  limiter?: ConnectionLimiter
  heartbeatMs?: number
  /** Returns a number from 0 to below 1. */
  random?: () => number
}

export interface Newcomer {
  /** The client's key for the limits; see `addressKey`. */
  address: string
  /** The version at which the viewer's last stream ended. */
  lastVersion: number | undefined
  /**
   * The version of the campaign that the viewer has; null if they want the current one in any case,
   * undefined if they do not want it.
   */
  campaignVersion?: number | null | undefined
  /** Called once the viewer is admitted: returns the connection, and the head of the response. */
  accept: () => EventStream
}

/** The live view: sends the board and its changes to all viewers. */
export interface Hub {
  readonly isOpen: boolean
  readonly viewers: number
  /**
   * Admits a viewer and sends what they miss, then every change. Throws `resource-exhausted` or
   * `unavailable` before `accept` is called.
   */
  join(newcomer: Newcomer): Promise<void>
  /** Ends all streams; the viewers reconnect spread over some seconds. */
  close(): Promise<void>
}

export function createHub(deps: HubDeps): Hub {
  return new LiveHub(deps)
}

/** Creates the limiter of viewers' streams. */
export function createStreamLimiter(limits: ConnectionLimits = STREAM_LIMITS): ConnectionLimiter {
  return new ConnectionLimiter(limits, MESSAGES)
}

interface Viewer extends Stream {
  /** The version of the board that was sent last. */
  version: number
}

class LiveHub implements Hub {
  isOpen = true
  readonly #deps: HubDeps
  readonly #random: () => number
  readonly #limiter: ConnectionLimiter
  readonly #broadcaster = new Broadcaster<Viewer>(MAX_BACKLOG_BYTES)
  readonly #history = new FrameHistory(MAX_BACKLOG_BYTES)
  readonly #heartbeat: NodeJS.Timeout
  readonly #stopListening: () => void
  #snapshot: Frame | undefined

  constructor(deps: HubDeps) {
    this.#deps = deps
    this.#random = deps.random ?? Math.random
    this.#limiter = deps.limiter ?? createStreamLimiter()
    const stops = [
      deps.leaderboard.onChange((announcement) => this.#send(announcement)),
      deps.campaign?.onChange(
        (campaign) => void this.#broadcaster.sendToAll(encodeCampaign(campaign)),
      ),
      deps.sums?.onChange((sums) => void this.#broadcaster.sendToAll(encodeSums(sums))),
    ]
    this.#stopListening = () => stops.forEach((stop) => stop?.())
    this.#heartbeat = setInterval(
      () => void this.#broadcaster.sendToAll(HEARTBEAT),
      deps.heartbeatMs ?? HEARTBEAT_MS,
    ).unref()
  }

  get viewers(): number {
    return this.#broadcaster.size
  }

  async join(newcomer: Newcomer): Promise<void> {
    this.#requireOpen()
    const leave = this.#limiter.take(newcomer.address)
    try {
      await this.#catchUp(newcomer.lastVersion)
      this.#requireOpen()
      // Adding the viewer is synchronous with this, so that no change is missed in between.
      this.#addViewer(newcomer, this.#findMissing(newcomer.lastVersion), leave)
    } catch (error) {
      leave()
      throw error
    }
  }

  async close(): Promise<void> {
    if (!this.isOpen) return
    this.isOpen = false
    this.#stopListening()
    clearInterval(this.#heartbeat)
    this.#deps.logger.info({ viewers: this.viewers }, 'the live view ends')
    await this.#broadcaster.closeAll(
      () => encodeRetry(this.#drawPause(PAUSE_AFTER_CLOSE)),
      LEAVE_TIME_MS,
    )
  }

  /**
   * Sends an announcement; the promise delays the next one until this one was written to everybody,
   * and the event loop has had as much time for other work.
   */
  async #send({ since, change, retracts, resets = false }: Announcement): Promise<void> {
    if (retracts || resets) this.#history.forget()
    const frame = change === null ? this.#requireSnapshot() : encodeChange(change)
    // Viewers who come back from before another span get a snapshot of their own.
    if (!resets) this.#history.add(frame, since)
    const startedAt = performance.now()
    const busyMs = await this.#broadcaster.sendEach((viewer) => {
      if (viewer.version >= frame.version && !resets) return undefined
      viewer.version = frame.version
      return frame.bytes
    })
    const restMs = restAfter({ busyMs, elapsedMs: performance.now() - startedAt })
    if (restMs > 0) await setTimeout(restMs, undefined, { ref: false })
  }

  #requireOpen(): void {
    if (!this.isOpen) {
      throw new AppError('unavailable', 'The server is restarting: try again in a moment.')
    }
  }

  async #catchUp(lastVersion = 0): Promise<void> {
    const { leaderboard } = this.#deps
    const isBehind = lastVersion > leaderboard.version || this.#findSnapshot() === undefined
    if (isBehind) await leaderboard.catchUp()
  }

  /** Returns the frames after a version, or a snapshot if that version is not known here. */
  #findMissing(lastVersion: number | undefined): Frame[] {
    const { version } = this.#deps.leaderboard
    if (lastVersion === version) return []
    const isKnown = lastVersion !== undefined && lastVersion < version
    const frames = isKnown ? this.#history.since(lastVersion) : undefined
    return frames ?? [this.#requireSnapshot()]
  }

  #requireSnapshot(): Frame {
    const snapshot = this.#findSnapshot()
    if (snapshot === undefined) throw new AppError('unavailable', 'The board is being read again.')
    return snapshot
  }

  /** Returns the snapshot of the current version, encoded once for all new viewers. */
  #findSnapshot(): Frame | undefined {
    const { leaderboard } = this.#deps
    if (this.#snapshot?.version === leaderboard.version) return this.#snapshot
    const page = leaderboard.top(SNAPSHOT_ROWS)
    this.#snapshot = page && encodeSnapshot(page)
    return this.#snapshot
  }

  #addViewer(
    { accept, lastVersion = 0, campaignVersion }: Newcomer,
    missing: readonly Frame[],
    leave: () => void,
  ): void {
    const { socket, head } = accept()
    // A viewer who left while the board was read emits no further event.
    if (socket.destroyed) return leave()
    const viewer = { socket, version: missing.at(-1)?.version ?? lastVersion }
    this.#broadcaster.add(viewer)
    socket.once('close', () => {
      this.#broadcaster.delete(viewer)
      leave()
    })
    socket.cork()
    socket.write(head + encodeRetry(this.#drawPause(PAUSE_AFTER_LOSS)))
    for (const { bytes } of missing) socket.write(bytes)
    const campaign = this.#deps.campaign?.current
    if (campaign !== undefined && isOther(campaignVersion, campaign)) {
      socket.write(encodeCampaign(campaign))
    }
    const sums = this.#deps.sums?.current
    if (sums !== undefined) socket.write(encodeSums(sums))
    socket.uncork()
  }

  #drawPause({ minMs, spanMs }: { minMs: number; spanMs: number }): number {
    return minMs + this.#random() * spanMs
  }
}
