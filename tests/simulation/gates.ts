import type { Chance } from './chance.ts'
import type { Owner } from './clockwork.ts'

/** Something that is about to happen, and waits for the world to let it. */
export interface Gate {
  /** What would happen, in words that do not change from run to run. */
  readonly label: string
  owner: Owner
  /** Whether it may still happen when its owner is gone: a request that is on its way. */
  readonly mayOutlive: boolean
  open(): void
}

/** Where every effect on the world waits, so that the seed decides their order. */
export class Gates {
  #waiting: Gate[] = []

  get count(): number {
    return this.#waiting.length
  }

  /** Resolves when the world lets it happen; never where its owner is gone by then. */
  wait(
    label: string | (() => string),
    owner: Owner,
    { mayOutlive = false }: { mayOutlive?: boolean } = {},
  ): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({
        get label() {
          return typeof label === 'string' ? label : label()
        },
        owner,
        mayOutlive,
        open: resolve,
      })
    })
  }

  /** Takes one of those that wait, whichever chance says. There must be one. */
  take(chance: Chance): Gate {
    const [gate] = this.#waiting.splice(chance.between(0, this.#waiting.length - 1), 1)
    if (gate === undefined) throw new Error('Nothing waits at the gates.')
    return gate
  }

  /** The server is gone; of its requests that are on their way, some arrive all the same. */
  dropOfServer(chance: Chance): void {
    this.#waiting = this.#waiting.filter((gate) => {
      if (gate.owner === 'world') return true
      gate.owner = 'world'
      return gate.mayOutlive && chance.hits(0.5)
    })
  }
}
