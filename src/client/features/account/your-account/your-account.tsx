import { useId, useState } from 'react'
import { session } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { referenceOf } from '#client/ui/reference.tsx'
import { EmailSection } from './email-section.tsx'
import { fetchOwnAccount, type OwnAccount } from '../api/own-account.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx'
import { Section } from './section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { useLoaded } from '#client/lib/use-loaded.ts'
import styles from './your-account.module.css'

type Topic = 'email' | 'password' | 'sessions' | 'second-factor' | 'passkeys'

/** Shows the signed-in account and changes it, one topic at a time. */
export function YourAccount({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  const { loaded, reload } = useLoaded(fetchOwnAccount)
  return (
    <DialogCard
      titleId={titleId}
      title="Your Account"
      lead={loaded.state === 'ready' && <bdi className={styles.email}>{loaded.value.email}</bdi>}
      onClose={onClose}
    >
      {loaded.state === 'loading' && <output>One moment …</output>}
      {loaded.state === 'failed' && (
        <>
          <Notice ariaRole="alert" tone="error" reference={referenceOf(loaded.error)}>
            {loaded.sentence}
          </Notice>
          <Button onClick={reload}>Try again</Button>
        </>
      )}
      {loaded.state === 'ready' && <Topics account={loaded.value} onChanged={reload} />}
      <a href="/me" className={styles.place}>
        My donations and receipts
      </a>
    </DialogCard>
  )
}

interface TopicsProps {
  account: OwnAccount
  onChanged: () => void
}

function Topics({ account, onChanged }: TopicsProps) {
  const [open, setOpen] = useState<Topic>()
  const { email, emailVerified, twoFactorEnabled } = account

  const bind = (topic: Topic) => ({
    isOpen: open === topic,
    onToggle: () => setOpen(open === topic ? undefined : topic),
  })

  return (
    <div className={styles.topics}>
      <Section
        title="Email"
        state={emailVerified ? 'Confirmed' : 'Not confirmed yet'}
        {...bind('email')}
      >
        <EmailSection isConfirmed={emailVerified} />
      </Section>
      <Section title="Password" {...bind('password')}>
        <PasswordSection email={email} />
      </Section>
      <Section
        title="Second factor"
        state={twoFactorEnabled ? 'On' : 'Off'}
        {...bind('second-factor')}
      >
        <SecondFactorSection
          email={email}
          isOn={twoFactorEnabled}
          onChanged={() => {
            onChanged()
            void session.refresh()
          }}
        />
      </Section>
      <Section title="Passkeys" {...bind('passkeys')}>
        <PasskeysSection email={email} hasSecondFactor={twoFactorEnabled} />
      </Section>
      <Section title="Where you are logged in" {...bind('sessions')}>
        <SessionsSection />
      </Section>
    </div>
  )
}
