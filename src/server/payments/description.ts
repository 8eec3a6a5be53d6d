import type { Label } from './failures/failures.ts'

/** Says of a provider what sentences and rules need to know; each adapter has its own. */
export interface ProviderDescription {
  /** The provider's own name, as people read it. */
  label: Label
  /** The way of paying, after 'Paying by'. */
  wayToPay: string
  /** The provider's word for the object that a payer pays. */
  paymentNoun: 'session' | 'order'
  /**
   * True if the provider forgets payments after a while by itself. It must take no money that we have
   * not asked it to capture, so that what it has forgotten was never paid.
   */
  forgetsPayments: boolean
}
