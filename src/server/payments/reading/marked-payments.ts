/** A payment that bears the mark of an installation of this software, as a list has it. */
export interface MarkedPayment {
  installationId: string
  /** Whether that is our installation, or one that it has adopted. */
  isOurs: boolean
  /** The checkout that it names, untrusted text. */
  checkoutId: string
  /** The session or order; null where the list does not name it. */
  ref: string | null
  /** The charge or capture; null where the list does not name it. */
  captureId: string | null
  amountCents: number
  /** ISO 4217, upper case. */
  currency: string
  /** When it was begun or taken, Unix ms by the provider's clock. */
  at: number
  /** The payer's given name, untrusted text; null where the list does not tell. */
  payerName: string | null
  /** The donation that it names, untrusted text; null where the list does not tell. */
  donationId: string | null
}

/** A stretch of such a list. */
export interface MarkedPage {
  items: MarkedPayment[]
  /** What bears a mark and cannot be read, and why. */
  unreadable: { id: string; reason: string }[]
  /** A sentence about what could not be looked at; null where everything could. */
  limit: string | null
}
