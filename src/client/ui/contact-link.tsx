import { OutsideLink } from './outside-link.tsx'

/** Shows how to reach somebody; an e-mail address or https: address is a link. */
export function ContactLink({ contact }: { contact: string }) {
  const isEmail = /^[^\s@:/]+@[^\s@:/]+$/.test(contact)
  if (!isEmail && !/^https:\/\/\S+$/.test(contact)) return <bdi>{contact}</bdi>
  return <OutsideLink href={isEmail ? `mailto:${contact}` : contact}>{contact}</OutsideLink>
}
