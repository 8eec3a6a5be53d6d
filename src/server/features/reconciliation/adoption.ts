import { AppError, messageOf } from '#contract/app-error.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Checkouts, Providers } from '#server/features/checkouts/checkouts.ts'
import { labelOf } from '#server/payments/registry.ts'
import type { MarkedList } from './marked-lists.ts'
import { adoptInstallation, findAdopted } from './store.ts'

export interface AdoptionDeps {
  database: Database
  providers: Providers
  checkouts: Pick<Checkouts, 'findOwnBeginning'>
  clock: () => number
}

/** Adopts the payments of an installation whose database was lost. */
export class Adoption {
  readonly #deps: AdoptionDeps

  constructor(deps: AdoptionDeps) {
    this.#deps = deps
  }

  /** Passes the adopted installations to the providers, also those that another node adopted. */
  async load(): Promise<void> {
    for (const id of await findAdopted(this.#deps.database.reader)) this.#passToProviders(id)
  }

  /**
   * Adopts an installation. Throws `failed-precondition` if a list could not be read to its end, if
   * the providers have no payments of it, or if it has taken money since this database was created,
   * as it runs in parallel then.
   */
  async adopt(id: string, lists: readonly MarkedList[]): Promise<void> {
    const { database, clock } = this.#deps
    const payments = lists.flatMap(({ items }) => items.filter((one) => one.installationId === id))
    if (payments.length > 0 && payments.every(({ isOurs }) => isOurs)) return
    requireWhole(id, lists)
    if (payments.length === 0) throw refusal(explainNone(id, lists))
    await this.#requireEnded(id, Math.max(...payments.map(({ at }) => at)))
    await database.write(adoptInstallation, { id, at: clock() })
    this.#passToProviders(id)
  }

  /**
   * Throws if the installation is still running: one whose database was lost takes no more money.
   */
  async #requireEnded(id: string, lastAt: number): Promise<void> {
    const { providers, checkouts } = this.#deps
    const livemode = Object.values(providers).some((provider) => provider.livemode) ? 1 : 0
    const begunAt = await checkouts.findOwnBeginning(livemode)
    if (begunAt === undefined || lastAt < begunAt) return
    throw refusal(
      `The installation ${id} has taken a payment on ${toDay(lastAt)}, and this database has checkouts since ${toDay(begunAt)}: they seem to run side by side, so nothing was imported.`,
    )
  }

  #passToProviders(id: string): void {
    for (const provider of Object.values(this.#deps.providers)) provider.adopt(id)
  }
}

/**
 * Throws if a list ended early: the payments that it lacks may be the only ones, or the newest, which
 * tell that the installation is still running.
 */
function requireWhole(id: string, lists: readonly MarkedList[]): void {
  const sentences = lists
    .filter(({ error }) => error !== undefined)
    .map(
      ({ provider, error }) =>
        `${labelOf(provider.name)} could not be asked for all payments of the installation ${id}: ${messageOf(error)}`,
    )
  if (sentences.length === 0) return
  throw refusal(`${sentences.join(' ')} Nothing was imported; run it again.`)
}

function explainNone(id: string, lists: readonly MarkedList[]): string {
  const limits = lists.flatMap((list) => list.limits)
  if (limits.length === 0) return `No provider has a payment of the installation ${id}.`
  return [`No payment of the installation ${id} was found.`, ...limits].join(' ')
}

/** Formats the day of a time, Unix ms. */
export function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function refusal(sentence: string): AppError {
  return new AppError('failed-precondition', sentence)
}
