import type { Logger } from 'pino'
import type { Database } from '#server/infra/database/database.ts'
import { noteDeclines } from '#server/features/card-testing/card-testing.ts'
import type { CheckoutRow } from '../store.ts'

export interface DeclineCounterDeps {
  database: Database
  clock: () => number
  logger: Pick<Logger, 'error'>
  /** Runs when an episode of card testing has begun. */
  onCardTesting?: (() => void) | undefined
}

/** Counts attempts to pay that providers decline, each once. */
export class DeclineCounter {
  readonly #deps: DeclineCounterDeps
  #total = 0

  constructor(deps: DeclineCounterDeps) {
    this.#deps = deps
  }

  /** The number of declines that this node has counted since it started. */
  get total(): number {
    return this.#total
  }

  /** Counts a decline once per `attempt`, a key that is unique among all checkouts. */
  async note({ id, user_id }: CheckoutRow, attempt: string, at?: number): Promise<void> {
    const { database, clock, logger, onCardTesting } = this.#deps
    const now = clock()
    const decline = { key: attempt, checkoutId: id, userId: user_id, at: at ?? now, now }
    const { isNew, isAlarming } = await database.write(noteDeclines, decline)
    if (isNew) this.#total += 1
    if (!isAlarming) return
    logger.error('card testing suspected: many payments are declined, more than are paid')
    onCardTesting?.()
  }
}
