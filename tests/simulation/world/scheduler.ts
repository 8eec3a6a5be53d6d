import type { SeededRandom } from './seeded-random.ts'
import type { Owner } from './virtual-clock.ts'

/** An effect that waits until the world lets it happen. */
export interface PendingEffect {
  /** A description that is the same in every run. */
  readonly label: string
  owner: Owner
  /**
   * True if it may happen after the server has crashed, such as a request that was already sent.
   */
  readonly mayOutliveOwner: boolean
  proceed(): void
}

/** Collects every pending effect, so that the seed decides their order. */
export class Scheduler {
  #pending: PendingEffect[] = []

  get pendingCount(): number {
    return this.#pending.length
  }

  /** Resolves when the world lets the effect happen; never, if its owner is gone by then. */
  waitForTurn(
    label: string | (() => string),
    owner: Owner,
    { mayOutliveOwner = false }: { mayOutliveOwner?: boolean } = {},
  ): Promise<void> {
    return new Promise((resolve) => {
      this.#pending.push({
        get label() {
          return typeof label === 'string' ? label : label()
        },
        owner,
        mayOutliveOwner,
        proceed: resolve,
      })
    })
  }

  /** Removes a random pending effect and returns it. At least one must be pending. */
  takeRandom(random: SeededRandom): PendingEffect {
    const [effect] = this.#pending.splice(random.between(0, this.#pending.length - 1), 1)
    if (effect === undefined) throw new Error('Nothing is pending.')
    return effect
  }

  /**
   * Removes the effects of a crashed server; each request that was already sent is kept with even
   * odds.
   */
  dropServerEffects(random: SeededRandom): void {
    this.#pending = this.#pending.filter((effect) => {
      if (effect.owner === 'world') return true
      effect.owner = 'world'
      return effect.mayOutliveOwner && random.chance(0.5)
    })
  }
}
