import { toContactHref } from '#contract/campaign/contact.ts'
import { OutsideLink } from './outside-link.tsx'

/** Shows how to reach somebody; an e-mail address or https: address is a link. */
export function ContactLink({ contact }: { contact: string }) {
  const href = toContactHref(contact)
  if (href === undefined) return <bdi>{contact}</bdi>
  return <OutsideLink href={href}>{contact}</OutsideLink>
}
