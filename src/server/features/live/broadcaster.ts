import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Frame } from './frame.ts'

/** An open stream to a browser. */
export interface Viewer {
  readonly socket: Socket
  /** The version of the board that was sent last. */
  version: number
}

/** The number of viewers written to, in some 4 ms, before other work gets its turn. */
const SLICE = 400

/** The open streams. Each write goes to all of them, one write after the other. */
export class Broadcaster {
  readonly #maxBacklogBytes: number
  readonly #viewers = new Set<Viewer>()
  #delivery: Promise<void> = Promise.resolve()

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

  add(viewer: Viewer): void {
    this.#viewers.add(viewer)
  }

  delete(viewer: Viewer): void {
    this.#viewers.delete(viewer)
  }

  /**
   * Sends a frame to all viewers who do not have its version yet; resolves when it was written to
   * them.
   */
  send({ version, bytes }: Frame): Promise<void> {
    return this.#deliver((viewer) => {
      if (viewer.version >= version) return
      viewer.version = version
      this.#write(viewer, bytes)
    })
  }

  /** Sends bytes to all viewers that belong to no version of the board. */
  sendToAll(bytes: Buffer): Promise<void> {
    return this.#deliver((viewer) => this.#write(viewer, bytes))
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

  #deliver(write: (viewer: Viewer) => void): Promise<void> {
    this.#delivery = this.#delivery.then(() => this.#inSlices(write))
    return this.#delivery
  }

  async #inSlices(write: (viewer: Viewer) => void): Promise<void> {
    let served = 0
    // The set may change meanwhile: new viewers come last and already have this version.
    for (const viewer of this.#viewers) {
      write(viewer)
      served += 1
      if (served % SLICE === 0) await setImmediate()
    }
  }

  #write({ socket }: Viewer, bytes: Buffer | string): void {
    if (socket.writableLength > this.#maxBacklogBytes) socket.destroy()
    else if (socket.writable) socket.write(bytes)
  }
}
