import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Frame } from './frame.ts'

/** Who watches; nothing more is kept of a viewer. */
export interface Viewer {
  readonly socket: Socket
  /** The version of the board that was sent to them last. */
  version: number
}

/** So many are written to before everything else gets its turn: some 4 ms. */
const SLICE = 400

/** Everybody who watches. What is written goes to all of them, one piece after the other. */
export class Broadcaster {
  readonly #maxBacklogBytes: number
  readonly #viewers = new Set<Viewer>()
  #delivery: Promise<void> = Promise.resolve()

  /** A viewer who has left more than so many bytes unread is dropped: they can come again. */
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

  /** Gives a frame to all who do not have its version yet; done when it was written to them. */
  send({ version, bytes }: Frame): Promise<void> {
    return this.#deliver((viewer) => {
      if (viewer.version >= version) return
      viewer.version = version
      this.#write(viewer, bytes)
    })
  }

  sendComment(bytes: Buffer): Promise<void> {
    return this.#deliver((viewer) => this.#write(viewer, bytes))
  }

  /** Ends every stream with a last piece of text; whoever does not read it in time is cut off. */
  async closeAll(lastWords: () => string, timeMs: number): Promise<void> {
    const sockets = [...this.#viewers].map(({ socket }) => socket)
    const closed = Promise.all(
      sockets.map((socket) => new Promise((done) => socket.once('close', done))),
    )
    await this.#deliver((viewer) => {
      this.#write(viewer, lastWords())
      viewer.socket.destroySoon()
    })
    await Promise.race([closed, setTimeout(timeMs, undefined, { ref: false })])
    for (const socket of sockets) socket.destroy()
  }

  #deliver(give: (viewer: Viewer) => void): Promise<void> {
    this.#delivery = this.#delivery.then(() => this.#inSlices(give))
    return this.#delivery
  }

  async #inSlices(give: (viewer: Viewer) => void): Promise<void> {
    let served = 0
    // A set may grow and shrink meanwhile: newcomers come last and already have this version.
    for (const viewer of this.#viewers) {
      give(viewer)
      served += 1
      if (served % SLICE === 0) await setImmediate()
    }
  }

  #write({ socket }: Viewer, bytes: Buffer | string): void {
    if (socket.writableLength > this.#maxBacklogBytes) socket.destroy()
    else if (socket.writable) socket.write(bytes)
  }
}
