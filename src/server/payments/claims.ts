/** The checkout that an object at the provider names. */
export interface CheckoutClaim {
  checkoutId: string
  /**
   * True if the object names our installation too. Payments of an earlier version do not, nor do
   * objects of other software, whose ids may look like anything: such a claim counts only for a
   * checkout that we know.
   */
  isMarked: boolean
}

/** Separates the installation from the checkout where a provider keeps one text for both. */
const DIVIDER = ':'

/** Returns the text by which a provider's object names its checkout and our installation. */
export function writeClaim(installationId: string, checkoutId: string): string {
  return `${installationId}${DIVIDER}${checkoutId}`
}

/**
 * Returns the claim in such a text, or undefined if another installation wrote it. `ownIds` are the
 * id of this installation and those that it has adopted. A text without a separator is a checkout
 * of an earlier version, or belongs to other software.
 */
export function readClaim(text: string, ownIds: ReadonlySet<string>): CheckoutClaim | undefined {
  const mark = readMark(text)
  if (mark !== undefined) return ownIds.has(mark.installationId) ? toClaim(mark) : undefined
  const isUnmarked = text !== '' && !text.includes(DIVIDER)
  return isUnmarked ? { checkoutId: text, isMarked: false } : undefined
}

function toClaim({ checkoutId }: Mark): CheckoutClaim {
  return { checkoutId, isMarked: true }
}

/** A checkout and the installation that began it, ours or another. */
export interface Mark {
  installationId: string
  checkoutId: string
}

/** Returns the mark in such a text, or undefined if it has none. */
export function readMark(text: string): Mark | undefined {
  const [installationId = '', checkoutId, ...rest] = text.split(DIVIDER)
  return checkoutId === undefined || rest.length > 0 ? undefined : { installationId, checkoutId }
}
