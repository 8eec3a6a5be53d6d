import type { Frame } from './frame.ts'

/**
 * The last frames, for viewers that reconnect. Beyond `maxBytes` a snapshot is smaller, and the
 * frames would come near the backlog at which a viewer is disconnected.
 */
export class FrameHistory {
  readonly #maxBytes: number
  #frames: (Frame & { since: number })[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Adds a frame; `since` is the oldest version to which it can be applied. */
  add(frame: Frame, since: number): void {
    this.#frames.push({ ...frame, since })
    this.#bytes += frame.bytes.length
    while (this.#bytes > this.#maxBytes) this.#bytes -= this.#frames.shift()?.bytes.length ?? 0
  }

  /** Drops all frames: one of them has a text that must not be sent any more. */
  forget(): void {
    this.#frames = []
    this.#bytes = 0
  }

  /** Returns the frames after a version, or undefined if the history does not reach back to it. */
  since(version: number): Frame[] | undefined {
    const [oldest] = this.#frames
    if (oldest === undefined || oldest.since > version) return undefined
    return this.#frames.filter((frame) => frame.version > version)
  }
}
