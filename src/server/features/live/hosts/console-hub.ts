import type { Logger } from 'pino'
import { AppError } from '#contract/app-error.ts'
import type { HostRole } from '#contract/host/roles.ts'
import type { TopicMarks } from '#contract/host/live.ts'
import { logFailure } from '#server/infra/log-failure.ts'
import type { User } from '#server/http/guards/session.ts'
import type { EventStream } from '#server/http/wire/event-stream.ts'
import { ConnectionLimiter, type ConnectionLimits } from '#server/http/wire/connection-limiter.ts'
import { coalesce } from '#server/infra/coalesce.ts'
import { Broadcaster, type Stream } from '../broadcaster.ts'
import { encodeRetry } from '../frame.ts'
import { ALIVE, encodeTopics, END } from './console-frames.ts'
import type { MarksByRole } from './read-marks.ts'
import { TopicWatch, type TopicWatchDeps } from './topic-watch.ts'

const HEARTBEAT_MS = 15_000
/** The pause between two checks whether the hosts may still listen, ms. */
const RECHECK_MS = 2_000
const MAX_BACKLOG_BYTES = 16 * 1024
const LEAVE_TIME_MS = 2_000
const RECONNECT_MS = { min: 500, span: 2_500 }

/** The default limits; the address of a console is its account. */
const CONSOLE_LIMITS: ConnectionLimits = { total: 1_000, perAddress: 12 }

const MESSAGES = {
  perAddress: 'Too many consoles of yours are open: close one and try again.',
  total: 'Too many consoles are open just now: try again in a moment.',
}

export interface ConsoleHubDeps extends Omit<TopicWatchDeps, 'onRead' | 'logger'> {
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
  limits?: ConnectionLimits
  heartbeatMs?: number
  recheckMs?: number
}

export interface NewConsole {
  accountId: string
  /** Returns the host with their role of now, or fails if they may not listen. */
  authorise: () => Promise<User>
  /** Called once the host is admitted: returns the connection, and the head of the response. */
  accept: () => EventStream
}

interface Console extends Stream {
  role: HostRole
  authorise: NewConsole['authorise']
  /** The marks that it was sent last. */
  sent: TopicMarks
}

/** The live streams of hosts' consoles: each is told which of the topics of its role changed. */
export class ConsoleHub {
  readonly #deps: ConsoleHubDeps
  readonly #limiter: ConnectionLimiter
  readonly #watch: TopicWatch
  readonly #broadcaster = new Broadcaster<Console>(MAX_BACKLOG_BYTES)
  readonly #recheck = coalesce(() => this.#recheckAll())
  #timers: NodeJS.Timeout[] = []
  /** The mark of the team: when it changes, roles may have. */
  #team: string | undefined
  #isOpen = true

  constructor(deps: ConsoleHubDeps) {
    this.#deps = deps
    this.#limiter = new ConnectionLimiter(deps.limits ?? CONSOLE_LIMITS, MESSAGES)
    this.#watch = new TopicWatch({ ...deps, onRead: (marks) => this.#announce(marks) })
  }

  get consoles(): number {
    return this.#broadcaster.size
  }

  /**
   * Admits a console and sends the marks of its topics, then those that change. Fails before
   * `accept` is called.
   */
  async join(newcomer: NewConsole): Promise<void> {
    this.#requireOpen()
    const leave = this.#limiter.take(newcomer.accountId)
    try {
      const marks = await this.#watch.readNow()
      // The role may have changed while the marks were read.
      const { role } = await newcomer.authorise()
      this.#requireOpen()
      if (role === null) throw new AppError('permission-denied', 'Only the host may do this.')
      this.#add({ ...newcomer, role }, marks[role], leave)
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Ends all streams; the consoles reconnect spread over some seconds. */
  async close(): Promise<void> {
    this.#isOpen = false
    this.#stop()
    this.#deps.logger.info({ consoles: this.consoles }, "the hosts' live streams end")
    await this.#broadcaster.closeAll(drawRetry, LEAVE_TIME_MS)
  }

  #requireOpen(): void {
    if (this.#isOpen) return
    throw new AppError('unavailable', 'The server is restarting: try again in a moment.')
  }

  #add(
    { authorise, accept, role }: NewConsole & { role: HostRole },
    marks: TopicMarks,
    leave: () => void,
  ): void {
    const { socket, head } = accept()
    // A host who left meanwhile emits no further event.
    if (socket.destroyed) return leave()
    const newcomer: Console = { socket, role, authorise, sent: marks }
    this.#broadcaster.add(newcomer)
    this.#start()
    socket.once('close', () => {
      this.#broadcaster.delete(newcomer)
      leave()
      if (this.consoles === 0) this.#stop()
    })
    socket.write(head + drawRetry() + encodeTopics(marks))
  }

  #start(): void {
    if (this.#timers.length > 0) return
    const { heartbeatMs = HEARTBEAT_MS, recheckMs = RECHECK_MS } = this.#deps
    this.#watch.start()
    this.#timers = [
      setInterval(() => void this.#broadcaster.sendToAll(ALIVE), heartbeatMs).unref(),
      setInterval(() => void this.#recheck(), recheckMs).unref(),
    ]
  }

  #stop(): void {
    this.#watch.stop()
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
  }

  #announce(marks: MarksByRole): void {
    const { team } = marks.owner
    if (team !== this.#team) void this.#recheck()
    this.#team = team
    void this.#broadcaster.sendEach((viewer) => {
      const now = marks[viewer.role]
      const changed = findChanged(viewer.sent, now)
      viewer.sent = now
      return changed && encodeTopics(changed)
    })
  }

  async #recheckAll(): Promise<void> {
    for (const viewer of this.#broadcaster.list()) {
      if (!(await this.#mayStay(viewer))) this.#broadcaster.end(viewer, END, LEAVE_TIME_MS)
    }
  }

  /** Returns whether a console may go on; one that cannot be checked may not. */
  async #mayStay({ authorise, role }: Console): Promise<boolean> {
    try {
      return (await authorise()).role === role
    } catch (error) {
      if (!(error instanceof AppError)) {
        logFailure(this.#deps.logger, { error }, 'a host could not be checked: their stream ends')
      }
      return false
    }
  }
}

/** Returns the marks of `now` that differ from those before, or undefined if none does. */
function findChanged(before: TopicMarks, now: TopicMarks): TopicMarks | undefined {
  const known = new Map(Object.entries(before))
  const changed = Object.entries(now).filter(([topic, mark]) => known.get(topic) !== mark)
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}

function drawRetry(): string {
  return encodeRetry(RECONNECT_MS.min + Math.random() * RECONNECT_MS.span)
}
