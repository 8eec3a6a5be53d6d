import { useSyncExternalStore } from 'react'
import type { PublicDonation } from '#contract/donations.ts'
import { isCovered } from '#client/lib/interruptions.ts'

/** The donation whose donor has just taken the first place. */
export type Leader = Pick<PublicDonation, 'id' | 'name' | 'amountCents'>

export interface NewLeaderDisplay {
  leader: Leader
  /**
   * Identifies the confetti burst; a leader who soon follows a shown one keeps its number. Null: no
   * burst.
   */
  burstNumber: number | null
}

/**
 * The delay before a leader is shown, ms, so that the payer's own celebration, which is triggered
 * elsewhere, comes first.
 */
const SHOW_DELAY_MS = 500
const DISPLAY_MS = 3_000
const MIN_BURST_INTERVAL_MS = 5_000

/**
 * Holds the new leader that everybody watching is shown. Of leaders in quick succession only the
 * last is shown; nobody is shown in a hidden tab or while a dialog is open, which includes the
 * viewer's own celebration.
 */
export class NewLeaderStore {
  readonly #listeners = new Set<() => void>()
  #shown: NewLeaderDisplay | undefined
  #pendingLeader: Leader | undefined
  #hideTimer: ReturnType<typeof setTimeout> | undefined
  #burstCount = 0
  #lastBurstAt = -Infinity

  readonly announce = (leader: Leader): void => {
    if (this.#pendingLeader === undefined) setTimeout(() => this.#show(), SHOW_DELAY_MS)
    this.#pendingLeader = leader
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getShown = (): NewLeaderDisplay | undefined => this.#shown

  #show(): void {
    const leader = this.#pendingLeader
    this.#pendingLeader = undefined
    if (leader === undefined || isCovered()) return
    clearTimeout(this.#hideTimer)
    this.#hideTimer = setTimeout(() => this.#publish(undefined), DISPLAY_MS)
    this.#publish({ leader, burstNumber: this.#nextBurstNumber() })
  }

  #nextBurstNumber(): number | null {
    const now = performance.now()
    if (now - this.#lastBurstAt < MIN_BURST_INTERVAL_MS) return this.#shown?.burstNumber ?? null
    this.#lastBurstAt = now
    this.#burstCount += 1
    return this.#burstCount
  }

  #publish(shown: NewLeaderDisplay | undefined): void {
    this.#shown = shown
    for (const listener of this.#listeners) listener()
  }
}

/** The page's one store. */
export const newLeaderStore = new NewLeaderStore()

/** Returns the new leader to show now, if any. */
export function useNewLeader(): NewLeaderDisplay | undefined {
  return useSyncExternalStore(
    newLeaderStore.subscribe,
    newLeaderStore.getShown,
    newLeaderStore.getShown,
  )
}
