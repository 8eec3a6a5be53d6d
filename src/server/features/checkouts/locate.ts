import type { ProviderName } from '#contract/checkout-states.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { CheckoutClaim, PaymentOwner, PaymentPointer } from '#server/payments/provider.ts'
import { noteDuplicate } from './review/duplicates.ts'
import { ForeignPayments } from './foreign-payments.ts'
import { requireProvider, type Providers } from './providers.ts'
import { attachRef } from './attach-ref.ts'
import { findByCapture, findById, findByRef, requireCheckout, type CheckoutRow } from './store.ts'

interface LocatorDeps {
  database: Database
  providers: Providers
  clock: () => number
}

/** See `Checkouts.locate`. */
export type Located = CheckoutRow | 'foreign' | 'duplicate' | undefined

/** Finds the checkout of a provider's object. */
export class Locator {
  readonly #deps: LocatorDeps
  readonly #foreign: ForeignPayments

  constructor(deps: LocatorDeps) {
    this.#deps = deps
    this.#foreign = new ForeignPayments(deps.clock)
  }

  /** See `Checkouts.isOurs`. */
  async isOurs({ checkoutId, isMarked }: CheckoutClaim): Promise<boolean> {
    return isMarked || (await findById(this.#deps.database.reader, checkoutId)) !== undefined
  }

  /** See `Checkouts.recognise`. */
  async recognise(
    name: ProviderName,
    pointer: PaymentPointer,
  ): Promise<CheckoutRow | 'foreign' | undefined> {
    const { paymentRef, captureId } = pointer
    const { reader } = this.#deps.database
    const byRef = paymentRef === null ? undefined : await findByRef(reader, name, paymentRef)
    if (byRef !== undefined) return byRef
    const byCapture = captureId === null ? undefined : await findByCapture(reader, name, captureId)
    if (byCapture !== undefined) return byCapture
    return this.#foreign.has(name, pointer) ? 'foreign' : undefined
  }

  /** See `Checkouts.locate`. */
  async locate(name: ProviderName, pointer: PaymentPointer): Promise<Located> {
    const recognised = await this.recognise(name, pointer)
    if (recognised !== undefined) return recognised
    const owner = await requireProvider(this.#deps.providers, { provider: name }).findOwner(pointer)
    if (owner !== undefined && (await this.isOurs(owner))) return this.#findOwned(name, owner)
    this.#foreign.add(name, pointer)
    return 'foreign'
  }

  async #findOwned(name: ProviderName, owner: PaymentOwner): Promise<Located> {
    const { database, clock } = this.#deps
    const checkout = await findById(database.reader, owner.checkoutId)
    if (checkout?.provider !== name) return undefined
    if (checkout.provider_ref === null) {
      // The event has come before the response to our own creation was stored.
      await database.write(attachRef, { id: checkout.id, ref: owner.ref, at: clock() })
    }
    const known = await requireCheckout(database.reader, checkout.id)
    if (known.provider_ref === owner.ref) return known
    await noteDuplicate(this.#deps, { provider: name, ref: owner.ref }, known.id)
    return 'duplicate'
  }
}
