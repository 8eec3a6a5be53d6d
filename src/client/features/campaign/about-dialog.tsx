import { useId, type ReactNode } from 'react'
import { useCampaign } from '#client/lib/campaign.ts'
import { ContactLink } from '#client/ui/contact-link.tsx'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { OutsideLink } from '#client/ui/outside-link.tsx'
import styles from './about-dialog.module.css'
import { splitLinks, splitParagraphs } from './paragraphs.ts'

/** Shows what the host has written about the campaign, and who receives the money. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { title, cause, about, host, picture, recipient } = useCampaign()
  const titleId = useId()
  return (
    <DialogCard
      titleId={titleId}
      title={title}
      lead={cause && `For ${cause}`}
      width="wide"
      onClose={onClose}
    >
      {picture && <img className={styles.picture} src={picture} alt="" />}
      <div className={styles.text} dir="auto">
        {splitParagraphs(about).map(({ start, text }) => (
          <p key={start}>
            <LinkedText text={text} />
          </p>
        ))}
      </div>
      <dl className={styles.facts}>
        {host && <Fact name="Run by">{host}</Fact>}
        {recipient.name && <Fact name="All money goes to">{recipient.name}</Fact>}
        {recipient.contact && (
          <Fact name="Contact">
            <ContactLink contact={recipient.contact} />
          </Fact>
        )}
      </dl>
    </DialogCard>
  )
}

function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map(({ start, text, isLink }) =>
    isLink ? (
      <OutsideLink key={start} href={text}>
        {text}
      </OutsideLink>
    ) : (
      text
    ),
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
