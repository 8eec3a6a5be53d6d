import type { Frame } from './frame.ts'

/**
 * The last frames, for viewers that come back. What does not fit in costs them less as a snapshot,
 * and would come near the backlog at which a viewer is dropped.
 */
export class FrameHistory {
  readonly #maxBytes: number
  #frames: (Frame & { since: number })[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** `since` is the oldest version from which the frame leads on. */
  add(frame: Frame, since: number): void {
    this.#frames.push({ ...frame, since })
    this.#bytes += frame.bytes.length
    while (this.#bytes > this.#maxBytes) this.#bytes -= this.#frames.shift()?.bytes.length ?? 0
  }

  /** The frames that lead on from a version; undefined where they do not reach back to it. */
  since(version: number): Frame[] | undefined {
    const [oldest] = this.#frames
    if (oldest === undefined || oldest.since > version) return undefined
    return this.#frames.filter((frame) => frame.version > version)
  }
}
