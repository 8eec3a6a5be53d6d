import { setTimeout } from 'node:timers/promises'
import type { Announcement } from './change-batch.ts'

/** The pause between two announcements: at most ten a second. */
const PAUSE_MS = 100

export interface AnnouncerDeps {
  /** Sends an announcement; the next one waits until the promise has settled. */
  announce: (announcement: Announcement) => Promise<unknown>
  /** Called when the next announcement may be sent. */
  onReady: () => void
  /** Called with the error of an announcement. */
  report: (error: unknown) => void
}

/** Sends the announcements of a board one after the other, with a pause between them. */
export class Announcer {
  readonly #deps: AnnouncerDeps
  #isPausing = false

  constructor(deps: AnnouncerDeps) {
    this.#deps = deps
  }

  /** True while an announcement must wait. */
  get isPausing(): boolean {
    return this.#isPausing
  }

  send(announcement: Announcement): void {
    this.#isPausing = true
    const sent = this.#deps.announce(announcement).catch(this.#deps.report)
    const pause = setTimeout(PAUSE_MS, undefined, { ref: false })
    void Promise.all([sent, pause]).then(() => this.#endPause())
  }

  #endPause(): void {
    this.#isPausing = false
    this.#deps.onReady()
  }
}
