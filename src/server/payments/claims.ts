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
 * Returns the claim in such a text, undefined where another installation wrote it. A text without a
 * divider is a checkout of an earlier version, or other software's own.
 */
export function readClaim(text: string, installationId: string): CheckoutClaim | undefined {
  const [installation, checkoutId, ...rest] = text.split(DIVIDER)
  if (checkoutId === undefined)
    return text === '' ? undefined : { checkoutId: text, isMarked: false }
  if (installation !== installationId || rest.length > 0) return undefined
  return { checkoutId, isMarked: true }
}
