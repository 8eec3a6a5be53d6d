import { useSyncExternalStore } from 'react'

/** Whoever has just taken the first place. */
export interface Leader {
  id: string
  name: string
  amountCents: number
}

export interface NewLeader {
  leader: Leader
  /** The number of the burst of confetti that belongs to it; null where it has none. */
  burst: number | null
}

/** Gives the payer's own celebration, which is told by another way, time to come first. */
const GRACE_MS = 500
const SHOWN_MS = 3_000
const BURST_PAUSE_MS = 5_000

/**
 * Whom everybody watching sees take the first place. Leaders that follow closely are shown as the
 * last of them; nobody is shown in a hidden tab or while a dialog, the viewer's own celebration
 * among them, is open.
 */
export class NewLeaders {
  readonly #listeners = new Set<() => void>()
  #shown: NewLeader | undefined
  #waiting: Leader | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined
  #bursts = 0
  #lastBurstAt = -Infinity

  readonly announce = (leader: Leader): void => {
    if (this.#waiting === undefined) setTimeout(() => this.#show(), GRACE_MS)
    this.#waiting = leader
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getShown = (): NewLeader | undefined => this.#shown

  #show(): void {
    const leader = this.#waiting
    this.#waiting = undefined
    if (leader === undefined || document.hidden || document.querySelector('dialog[open]')) return
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => this.#publish(undefined), SHOWN_MS)
    this.#publish({ leader, burst: this.#nextBurst() })
  }

  #nextBurst(): number | null {
    const now = performance.now()
    if (now - this.#lastBurstAt < BURST_PAUSE_MS) return this.#shown?.burst ?? null
    this.#lastBurstAt = now
    this.#bursts += 1
    return this.#bursts
  }

  #publish(shown: NewLeader | undefined): void {
    this.#shown = shown
    for (const listener of this.#listeners) listener()
  }
}

/** The page's own. */
export const newLeaders = new NewLeaders()

/** The new leader to show now, if any. */
export function useNewLeader(): NewLeader | undefined {
  return useSyncExternalStore(newLeaders.subscribe, newLeaders.getShown, newLeaders.getShown)
}
