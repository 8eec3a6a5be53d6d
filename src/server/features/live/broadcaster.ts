import type { Socket } from 'node:net'
import { setTimeout as setTimer } from 'node:timers'
import { setImmediate, setTimeout } from 'node:timers/promises'

/** An open stream to a browser. */
export interface Stream {
  readonly socket: Socket
}

/** The number of viewers written to, in some 4 ms, before other work gets its turn. */
const SLICE = 400

/** The open streams. Each write goes to all of them, one write after the other. */
export class Broadcaster<Viewer extends Stream> {
  readonly #maxBacklogBytes: number
  readonly #viewers = new Set<Viewer>()
  #delivery: Promise<unknown> = Promise.resolve()

  /**
   * Creates it without viewers. One with more than `maxBacklogBytes` unread is disconnected, and
   * can reconnect.
   */
  constructor(maxBacklogBytes: number) {
    this.#maxBacklogBytes = maxBacklogBytes
  }

  get size(): number {
    return this.#viewers.size
  }

  /** Lists the viewers of now. */
  list(): Viewer[] {
    return [...this.#viewers]
  }

  add(viewer: Viewer): void {
    this.#viewers.add(viewer)
  }

  delete(viewer: Viewer): void {
    this.#viewers.delete(viewer)
  }

  /**
   * Sends each viewer what `bytesFor` returns, and nothing to those for whom that is undefined.
   * Resolves when it was written to all, with the time that the event loop spent on it, ms.
   */
  sendEach(bytesFor: (viewer: Viewer) => Buffer | string | undefined): Promise<number> {
    return this.#deliver((viewer) => {
      const bytes = bytesFor(viewer)
      if (bytes !== undefined) this.#write(viewer, bytes)
    })
  }

  /** Sends the same bytes to all viewers. */
  sendToAll(bytes: Buffer): Promise<number> {
    return this.sendEach(() => bytes)
  }

  /**
   * Ends a stream with a last text; a viewer who does not read it in `timeMs` is disconnected.
   */
  end(viewer: Viewer, lastText: string, timeMs: number): void {
    const { socket } = viewer
    this.#viewers.delete(viewer)
    this.#write(viewer, lastText)
    socket.destroySoon()
    const timer = setTimer(() => socket.destroy(), timeMs).unref()
    socket.once('close', () => clearTimeout(timer))
  }

  /**
   * Ends every stream with a last text; a viewer who does not read it in `timeMs` is disconnected.
   */
  async closeAll(lastText: () => string, timeMs: number): Promise<void> {
    const sockets = [...this.#viewers].map(({ socket }) => socket)
    const closed = Promise.all(
      sockets.map((socket) => new Promise((done) => socket.once('close', done))),
    )
    await this.#deliver((viewer) => {
      this.#write(viewer, lastText())
      viewer.socket.destroySoon()
    })
    await Promise.race([closed, setTimeout(timeMs, undefined, { ref: false })])
    for (const socket of sockets) socket.destroy()
  }

  #deliver(write: (viewer: Viewer) => void): Promise<number> {
    const delivered = this.#delivery.then(() => this.#inSlices(write))
    this.#delivery = delivered
    return delivered
  }

  async #inSlices(write: (viewer: Viewer) => void): Promise<number> {
    let served = 0
    let busyMs = 0
    let startedAt = performance.now()
    // The set may change meanwhile: new viewers come last and already have this version.
    for (const viewer of this.#viewers) {
      write(viewer)
      served += 1
      if (served % SLICE !== 0) continue
      await ticksOfWrites()
      busyMs += performance.now() - startedAt
      await setImmediate()
      startedAt = performance.now()
    }
    await ticksOfWrites()
    return busyMs + performance.now() - startedAt
  }

  #write({ socket }: Viewer, bytes: Buffer | string): void {
    if (socket.writableLength > this.#maxBacklogBytes) socket.destroy()
    else if (socket.writable) socket.write(bytes)
  }
}

/** Resolves after the ticks that Node queues for each write, which belong to its cost. */
function ticksOfWrites(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}
