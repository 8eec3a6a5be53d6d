/** A payment with the mark of an installation of this software, as a list contains it. */
export interface MarkedPayment {
  installationId: string
  /** True if it is our installation, or one that it has adopted. */
  isOurs: boolean
  /** The checkout that it names, untrusted text. */
  checkoutId: string
  /** The session or order; null if the list does not contain it. */
  ref: string | null
  /** The charge or capture; null if the list does not contain it. */
  captureId: string | null
  amountCents: number
  /** ISO 4217 code in upper case. */
  currency: string
  /** The time when it was begun or taken, Unix ms by the provider's clock. */
  at: number
  /** The payer's given name, untrusted text; null if the list does not contain it. */
  payerName: string | null
  /** The donation that it names, untrusted text; null if the list does not contain it. */
  donationId: string | null
}

/** A page of such a list. */
export interface MarkedPage {
  items: MarkedPayment[]
  /** Marked payments that cannot be read, with the reason. */
  unreadable: { id: string; reason: string }[]
  /** A sentence about what could not be searched; null if everything could. */
  limit: string | null
}
