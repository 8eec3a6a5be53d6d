import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { AppError } from '#contract/app-error.ts'
import { ConnectionLimiter, type ConnectionLimits } from '#server/http/wire/connection-limiter.ts'
import type { Announcement, Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { Broadcaster } from './broadcaster.ts'
import { FrameHistory } from './frame-history.ts'
import { encodeChange, encodeRetry, encodeSnapshot, HEARTBEAT, type Frame } from './frame.ts'

const SNAPSHOT_ROWS = 100
const HEARTBEAT_MS = 15_000
const MAX_BACKLOG_BYTES = 64 * 1024
const LEAVE_TIME_MS = 2_000

/** Pauses before a viewer comes again, in ms: drawn from a span, so that not all come at once. */
const PAUSE_AFTER_LOSS = { least: 1_000, span: 2_000 }
const PAUSE_AFTER_CLOSE = { least: 1_000, span: 9_000 }

const DEFAULT_LIMITS: ConnectionLimits = { total: 15_000, perAddress: 20 }

const MESSAGES = {
  perAddress: 'Too many live views are open from your network: close one and try again.',
  total: 'Too many people are watching just now: try again in a moment.',
}

export interface HubDeps {
  leaderboard: Pick<Leaderboard, 'version' | 'top' | 'catchUp' | 'onChange'>
  logger: Pick<Logger, 'info'>
  limits?: ConnectionLimits
  heartbeatMs?: number
  /** From 0 to below 1. */
  random?: () => number
}

export interface Newcomer {
  /** What streams are limited by; see `addressKey`. */
  address: string
  /** The version at which their last stream ended. */
  lastVersion: number | undefined
  /** Called once they are let in: answers the connection, and the head of the response. */
  accept: () => { socket: Socket; head: string }
}

/** The live view: everybody who watches, and what they are told. */
export interface Hub {
  readonly isOpen: boolean
  readonly viewers: number
  /**
   * Lets a viewer in and gives them what they miss, then every change. Fails with
   * `resource-exhausted` or `unavailable` before `accept` was called.
   */
  join(newcomer: Newcomer): Promise<void>
  /** Sends everybody away, to come again spread over some seconds. */
  close(): Promise<void>
}

export function createHub(deps: HubDeps): Hub {
  return new LiveHub(deps)
}

class LiveHub implements Hub {
  isOpen = true
  readonly #deps: HubDeps
  readonly #random: () => number
  readonly #limiter: ConnectionLimiter
  readonly #broadcaster = new Broadcaster(MAX_BACKLOG_BYTES)
  readonly #history = new FrameHistory(MAX_BACKLOG_BYTES)
  readonly #heartbeat: NodeJS.Timeout
  readonly #stopListening: () => void
  #snapshot: Frame | undefined

  constructor(deps: HubDeps) {
    this.#deps = deps
    this.#random = deps.random ?? Math.random
    this.#limiter = new ConnectionLimiter(deps.limits ?? DEFAULT_LIMITS, MESSAGES)
    this.#stopListening = deps.leaderboard.onChange((announcement) => this.#tell(announcement))
    this.#heartbeat = setInterval(
      () => void this.#broadcaster.sendComment(HEARTBEAT),
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
      // In one step with the seating: nobody would tell them of a change in between.
      this.#seat(newcomer, this.#findMissing(newcomer.lastVersion), leave)
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

  /** The promise keeps the next announcement back until this one was written to everybody. */
  #tell({ since, change }: Announcement): Promise<void> {
    const frame = change === null ? this.#requireSnapshot() : encodeChange(change)
    this.#history.add(frame, since)
    return this.#broadcaster.send(frame)
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

  /** What leads on from a version, or a fresh start where that version is not known here. */
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

  /** One for each version, however many come at the same time. */
  #findSnapshot(): Frame | undefined {
    const { leaderboard } = this.#deps
    if (this.#snapshot?.version === leaderboard.version) return this.#snapshot
    const page = leaderboard.top(SNAPSHOT_ROWS)
    this.#snapshot = page && encodeSnapshot(page)
    return this.#snapshot
  }

  #seat({ accept, lastVersion = 0 }: Newcomer, missing: readonly Frame[], leave: () => void): void {
    const { socket, head } = accept()
    // Whoever left while the board was read will send no further event.
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
    socket.uncork()
  }

  #drawPause({ least, span }: { least: number; span: number }): number {
    return least + this.#random() * span
  }
}
