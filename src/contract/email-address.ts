/** An address to which mail can be sent, or a sentence that says why the text is none. */
export type EmailReading = { address: string } | { problem: string }

/** The longest address to which a mail server delivers: https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 */
export const MAX_EMAIL_LENGTH = 254
const MAX_LOCAL_LENGTH = 64

const INCOMPLETE = 'This is not an email address yet. It looks like name@example.com.'

/** The same characters as the auth library accepts. */
const LOCAL = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]$/
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/
const FOREIGN_ENDING = /\.xn--[a-z\d-]+$/

/** Characters with a meaning of their own in a URL, which no domain has. */
const NO_DOMAIN = /[\s/\\?#@:%[\]<>^|]/

// Browsers and Node have it alike, and the types that they share do not know it.
declare const URL: new (url: string) => { readonly hostname: string }

/**
 * Reads an email address as somebody has typed it. The address is in lower case, its domain in
 * ASCII: `info@münchen.example` becomes `info@xn--mnchen-3ya.example`.
 */
export function readEmailAddress(typed: string): EmailReading {
  const text = typed.trim()
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const domain = toAsciiDomain(text.slice(at + 1))
  if (local === '' || domain === undefined) return { problem: INCOMPLETE }
  const problem = findProblem(local, domain)
  return problem === undefined ? { address: `${local}@${domain}`.toLowerCase() } : { problem }
}

function findProblem(local: string, domain: string): string | undefined {
  const foreign = /[^\p{ASCII}]/u.exec(local.normalize('NFC'))?.[0]
  if (foreign !== undefined) {
    return `We cannot send mail to an address with “${foreign}” before the @. Please use another one.`
  }
  if (local.length > MAX_LOCAL_LENGTH) {
    return `No mail arrives at this address: before the @ it has ${local.length} characters, and ${MAX_LOCAL_LENGTH} are the most. Please check it.`
  }
  if (FOREIGN_ENDING.test(domain)) {
    return 'We cannot send mail to this ending yet. Please use another address.'
  }
  const isAddress = LOCAL.test(local) && DOMAIN.test(domain)
  return isAddress && local.length + 1 + domain.length <= MAX_EMAIL_LENGTH ? undefined : INCOMPLETE
}

/** Returns the domain in ASCII, as DNS knows it; undefined if it is no domain. */
function toAsciiDomain(domain: string): string | undefined {
  if (domain === '' || NO_DOMAIN.test(domain)) return undefined
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
}
