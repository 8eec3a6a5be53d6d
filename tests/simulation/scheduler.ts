import type { SeededRandom } from './seeded-random.ts'
import type { Owner } from './virtual-clock.ts'

/** Something that is about to happen, and waits for the world to let it. */
export interface PendingEffect {
  /** What would happen, in words that do not change from run to run. */
  readonly label: string
  owner: Owner
  /** Whether it may still happen when its owner is gone: a request that is on its way. */
  readonly mayOutliveOwner: boolean
  proceed(): void
}

/** Where every effect on the world waits, so that the seed decides their order. */
export class Scheduler {
  #pending: PendingEffect[] = []

  get pendingCount(): number {
    return this.#pending.length
  }

  /** Resolves when the world lets it happen; never where its owner is gone by then. */
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

  /** Takes one of those that wait, whichever chance says. There must be one. */
  takeRandom(random: SeededRandom): PendingEffect {
    const [effect] = this.#pending.splice(random.between(0, this.#pending.length - 1), 1)
    if (effect === undefined) throw new Error('Nothing is pending.')
    return effect
  }

  /** The server is gone; of its requests that are on their way, some arrive all the same. */
  dropServerEffects(random: SeededRandom): void {
    this.#pending = this.#pending.filter((effect) => {
      if (effect.owner === 'world') return true
      effect.owner = 'world'
      return effect.mayOutliveOwner && random.chance(0.5)
    })
  }
}
