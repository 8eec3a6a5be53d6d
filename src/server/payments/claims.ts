/** A checkout that an object of the provider's names as its own. */
export interface CheckoutClaim {
  checkoutId: string
  /**
   * Whether it names our installation too. Payments that an earlier version began do not; nor does
   * other software, whose ids may look like anything: only a checkout that we know is ours then.
   */
  isMarked: boolean
}

/** Divides the installation from the checkout where a provider keeps one text for both. */
const DIVIDER = ':'

/** Returns the text by which a provider's object names its checkout and our installation. */
export function writeClaim(installationId: string, checkoutId: string): string {
  return `${installationId}${DIVIDER}${checkoutId}`
}

/**
 * Returns the claim in such a text, undefined where another installation wrote it. Our own ids are
 * that of this installation, and those that it has adopted. A text without a
 * divider is a checkout of an earlier version, or other software's own.
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

/** A checkout and the installation that has begun it, whichever that is. */
export interface Mark {
  installationId: string
  checkoutId: string
}

/** Returns the mark in such a text; undefined where there is none. */
export function readMark(text: string): Mark | undefined {
  const [installationId = '', checkoutId, ...rest] = text.split(DIVIDER)
  return checkoutId === undefined || rest.length > 0 ? undefined : { installationId, checkoutId }
}
