import type { Chance } from './chance.ts'
import type { Owner } from './clockwork.ts'

/** Something that is about to happen, and waits for the world to let it. */
export interface Gate {
  /** What would happen, in words that do not change from run to run. */
  readonly label: string
  owner: Owner
  open(): void
}

/** Where every effect on the world waits, so that the seed decides their order. */
export class Gates {
  #waiting: Gate[] = []

  get count(): number {
    return this.#waiting.length
  }

  /** Resolves when the world lets it happen; never where its owner is gone by then. */
  wait(label: string | (() => string), owner: Owner): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({
        get label() {
          return typeof label === 'string' ? label : label()
        },
        owner,
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

  dropOf(owner: Owner): void {
    this.#waiting = this.#waiting.filter((gate) => gate.owner !== owner)
  }
}
