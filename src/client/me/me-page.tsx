import { useEffect, useState } from 'react'
import type { AccountStart } from '#client/features/account/log-in/account-dialog.tsx'
import { useCampaign } from '#client/lib/campaign.ts'
import { clearPersonalStorage } from '#client/lib/storage.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { session, useSession } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { OverlayPart } from '../app/overlay-part.tsx'
import { PageFooter } from '../app/page-footer.tsx'
import { PageTop } from '../app/page-top.tsx'
import { AccountSection } from './account-section.tsx'
import { DonationList } from './donation-list.tsx'
import { LimitsSection } from './limits/limits-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { RemindersSection } from './reminders-section.tsx'
import { Sections } from './section-loads.tsx'
import { TeamSection } from './team-section.tsx'
import styles from './me-page.module.css'

const accountDialog = lazyPart(async () => {
  const { AccountDialog } = await import('#client/features/account/log-in/account-dialog.tsx')
  return AccountDialog
})

/** Shows a donor everything that is theirs: donations, receipts, name and account. */
export function MePage() {
  const signedIn = useSession()
  const [isDeleted, setDeleted] = useState(false)
  const { title } = useCampaign()

  useEffect(() => {
    document.title = `My donations · ${title}`
  }, [title])

  async function leave(): Promise<void> {
    clearPersonalStorage()
    setDeleted(true)
    await session.refresh({ announce: true })
  }

  return (
    <>
      <main className={styles.page} data-alone={signedIn.state === 'signed-out' || undefined}>
        <div className={styles.galaxy} aria-hidden="true" />
        <header className={styles.header}>
          <PageTop isAlone={signedIn.state === 'signed-out'} />
          <h1>My donations</h1>
          {signedIn.state === 'signed-in' && <bdi className={styles.email}>{signedIn.email}</bdi>}
        </header>
        {signedIn.state === 'unknown' && <output>One moment …</output>}
        {signedIn.state === 'offline' && (
          <output>The server cannot be reached. Your donations are shown as soon as it can.</output>
        )}
        {signedIn.state === 'signed-out' && (isDeleted ? <Deleted /> : <SignedOut />)}
        {signedIn.state === 'signed-in' && (
          <Sections key={signedIn.userId}>
            {(outage) => (
              <div className={styles.columns}>
                <div className={styles.sections}>
                  {outage}
                  <DonationList />
                  <ProfileForm />
                  <TeamSection />
                  <RemindersSection />
                </div>
                <div className={styles.sections}>
                  <LimitsSection />
                  <AccountSection onDeleted={leave} />
                </div>
              </div>
            )}
          </Sections>
        )}
      </main>
      <PageFooter />
    </>
  )
}

function Deleted() {
  return (
    <section className={styles.card}>
      <Notice ariaRole="status" tone="success">
        Your account is deleted. Your donations are shown as “Anonymous”.
      </Notice>
      <a href="/" className={styles.link}>
        Back to the leaderboard
      </a>
    </section>
  )
}

function SignedOut() {
  const [start, setStart] = useState<AccountStart>()
  return (
    <section className={styles.card}>
      <p>Log in to see your donations and receipts, and to change what is shown of you.</p>
      <Button variant="gold" aria-haspopup="dialog" onClick={() => setStart('log-in')}>
        Log in
      </Button>
      <p className={styles.ways}>
        <Button variant="link" aria-haspopup="dialog" onClick={() => setStart('sign-up')}>
          Sign up
        </Button>
        <a href="/" className={styles.link}>
          Back to the leaderboard
        </a>
      </p>
      {start !== undefined && (
        <OverlayPart part={accountDialog} onGiveUp={() => setStart(undefined)}>
          <accountDialog.LazyPart
            start={start}
            onSignedIn={() => session.refresh({ announce: true })}
            onClose={() => setStart(undefined)}
          />
        </OverlayPart>
      )}
    </section>
  )
}
