import type { Logger } from 'pino'
import { AppError, isTransient } from '#contract/app-error.ts'
import { logFailure } from '#server/infra/log-failure.ts'
import { SingleFlight } from '#server/infra/single-flight.ts'
import { ProviderRequestBudget } from './provider-request-budget.ts'
import type { Settles } from './settle/create-settler.ts'
import type { Settlement } from './settle/settlement.ts'
import { isSettled } from './state.ts'
import { namesOf, type CheckoutRow } from './store.ts'

const RETRY_AFTER_S = 2

/**
 * Handles donors' requests about their own checkouts with few requests to providers: concurrent
 * calls share one, and each donor has a budget.
 */
export class DonorRequests {
  readonly #settler: Settles
  readonly #logger: Pick<Logger, 'debug' | 'warn'>
  readonly #budget: ProviderRequestBudget
  readonly #flights = new SingleFlight()

  constructor(
    settler: Settles,
    deps: { clock: () => number; logger: Pick<Logger, 'debug' | 'warn'> },
  ) {
    this.#settler = settler
    this.#logger = deps.logger
    this.#budget = new ProviderRequestBudget(deps.clock)
  }

  /** See `Checkouts.lookUp`. */
  async lookUp(checkout: CheckoutRow): Promise<CheckoutRow> {
    const { id, state, user_id: userId } = checkout
    if (isSettled(state)) return checkout
    const key = `status ${id}`
    if (!this.#flights.has(key) && !this.#budget.takeLookUp(id, userId)) return checkout
    return this.#flights.run(key, () => this.#refresh(checkout))
  }

  /** See `Checkouts.capture`. */
  async capture(checkout: CheckoutRow): Promise<Settlement> {
    const key = `capture ${checkout.id}`
    const ask = () => this.#ask(key, checkout, () => this.#settler.settle(checkout, 'approval'))
    const isShared = this.#flights.has(key)
    try {
      return await ask()
    } catch (error) {
      // A shared call may be that of the page before a reload; this page's own was not made yet.
      if (!isShared || !isTransient(error)) throw error
      return ask()
    }
  }

  /** See `Checkouts.cancel`. */
  cancel(checkout: CheckoutRow): Promise<CheckoutRow> {
    if (checkout.state !== 'awaiting_payer') return Promise.resolve(checkout)
    return this.#ask(`cancel ${checkout.id}`, checkout, () => this.#settler.cancel(checkout))
  }

  async #ask<Result>(
    key: string,
    { user_id: userId }: CheckoutRow,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#flights.has(key) || this.#budget.take(userId)) return this.#flights.run(key, work)
    throw new AppError(
      'resource-exhausted',
      'You are asking about your payments too often. Please wait a moment and try again.',
      { retryAfterS: RETRY_AFTER_S },
    )
  }

  /** Fetches the payment and settles; returns the known checkout if the provider is unavailable. */
  async #refresh(known: CheckoutRow): Promise<CheckoutRow> {
    try {
      return (await this.#settler.settle(known, 'status')).checkout
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      logFailure(this.#logger, { error, ...namesOf(known) }, 'provider could not be asked')
      return known
    }
  }
}
