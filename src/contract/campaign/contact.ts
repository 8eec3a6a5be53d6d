/**
 * Returns where a campaign's contact leads: an email address or an https: address; undefined for any
 * other words.
 */
export function toContactHref(contact: string): string | undefined {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(contact)) return `mailto:${contact}`
  return /^https:\/\/\S+$/.test(contact) ? contact : undefined
}
