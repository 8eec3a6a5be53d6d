import { useCampaign } from '#client/lib/campaign.ts'
import { ContactLink } from '#client/ui/contact-link.tsx'
import { OutsideLink } from '#client/ui/outside-link.tsx'
import styles from './page-footer.module.css'

/** Says who receives the money, and links to what the host has written about it. */
export function PageFooter() {
  const { recipient, links } = useCampaign()
  return (
    <footer className={styles.footer}>
      {recipient.name && (
        <span>
          All money goes to <bdi>{recipient.name}</bdi>
        </span>
      )}
      {recipient.contact && <ContactLink contact={recipient.contact} />}
      <OutsideLink href={links.terms}>Terms</OutsideLink>
      <OutsideLink href={links.privacy}>Privacy</OutsideLink>
      <OutsideLink href={links.imprint}>Imprint</OutsideLink>
      <span>
        <span>Powered by Donation Royale</span> <span>{APP_VERSION}</span>
      </span>
    </footer>
  )
}
