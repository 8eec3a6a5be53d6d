/** The domains whose mailboxes ignore the dots of a name. */
const DOTLESS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns a key of the mailbox that an address most likely leads to: many providers ignore what
 * follows a plus. The key serves to count the mails of a mailbox; it is no address to send to.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const [name = ''] = address.slice(0, at).split('+')
  if (!DOTLESS.has(domain)) return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
