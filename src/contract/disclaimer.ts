/** The version of the default points; changes with their wording. */
export const DISCLAIMER_VERSION = '2026-11-01'

/** The points that everybody accepts where the host has set no others. */
export const DISCLAIMER_POINTS = [
  'This is not an investment platform.',
  'Use it at your own risk.',
  'There are no refunds.',
  'It is for entertainment only.',
  "Every deposit is the donor's own responsibility.",
]

/**
 * The session cookie by which the page remembers that the disclaimer was accepted, and the server
 * learns which version and when. It has no Max-Age, so it lives as long as the browser session.
 */
export const DISCLAIMER_COOKIE = 'disclaimer'

/** The accepted version, and the time (ISO 8601, UTC). */
export interface DisclaimerAcceptance {
  version: string
  acceptedAt: string
}

const ACCEPTANCE = /^([\w-]{1,32})~(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/

/** Formats the cookie's value, of cookie-safe characters only (RFC 6265 §4.1.1). */
export function formatAcceptance({ version, acceptedAt }: DisclaimerAcceptance): string {
  return `${version}~${acceptedAt}`
}

/** Parses the cookie's value; undefined for one that `formatAcceptance` did not write. */
export function parseAcceptance(value: string): DisclaimerAcceptance | undefined {
  const [, version, acceptedAt] = ACCEPTANCE.exec(value) ?? []
  if (version === undefined || acceptedAt === undefined) return undefined
  return Number.isNaN(Date.parse(acceptedAt)) ? undefined : { version, acceptedAt }
}

/** Returns whether a cookie's value accepts a version of the disclaimer. */
export function isAcceptanceOf(value: string | undefined, version: string): boolean {
  return value !== undefined && parseAcceptance(value)?.version === version
}
