import { useSyncExternalStore } from 'react'
import type { Milestone } from '#contract/campaign/goal.ts'
import { isCovered } from '#client/lib/interruptions.ts'

const DISPLAY_MS = 6_000
/** The pause before it is tried again to show a milestone, ms. */
const RETRY_MS = 500
/** The time after which a milestone is no news any more, ms. */
const NEWS_MS = 60_000

/**
 * Holds the milestone that everybody watching is shown, one after another. One that falls in a hidden
 * tab or while a dialog is open, such as the celebration of the donation that made it fall, waits.
 */
export class MilestoneStore {
  readonly #listeners = new Set<() => void>()
  readonly #waiting: { milestone: Milestone; reachedAt: number }[] = []
  #shown: Milestone | undefined
  #isRunning = false

  readonly announce = (milestone: Milestone): void => {
    this.#waiting.push({ milestone, reachedAt: performance.now() })
    if (!this.#isRunning) setTimeout(() => this.#showNext(), RETRY_MS)
    this.#isRunning = true
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getShown = (): Milestone | undefined => this.#shown

  #showNext(): void {
    const now = performance.now()
    while (this.#waiting[0] && now - this.#waiting[0].reachedAt > NEWS_MS) this.#waiting.shift()
    const next = isCovered() ? undefined : this.#waiting.shift()
    this.#publish(next?.milestone)
    this.#isRunning = next !== undefined || this.#waiting.length > 0
    if (!this.#isRunning) return
    setTimeout(() => this.#showNext(), next === undefined ? RETRY_MS : DISPLAY_MS)
  }

  #publish(shown: Milestone | undefined): void {
    if (shown === this.#shown) return
    this.#shown = shown
    for (const listener of this.#listeners) listener()
  }
}

/** The page's one store. */
export const milestoneStore = new MilestoneStore()

/** Returns the milestone to show now, if any. */
export function useMilestone(): Milestone | undefined {
  const { subscribe, getShown } = milestoneStore
  return useSyncExternalStore(subscribe, getShown, getShown)
}
