import { useState } from 'react'
import { NotLoaded } from '#client/features/account/your-account/not-loaded.tsx'
import { Button } from '#client/ui/button.tsx'
import { DonationItem } from './donation-item.tsx'
import { fetchOwnPayments } from './own-payments.ts'
import { useSectionLoad } from './section-loads.tsx'
import styles from './me-page.module.css'

/** Lists one's own donations, the newest first. */
export function DonationList() {
  return (
    <section aria-label="Donations" className={styles.card}>
      <DonationPage />
    </section>
  )
}

/** Shows a page of the list, and offers the one after it. */
function DonationPage({ before }: { before?: string }) {
  const { loaded, reload, isHidden } = useSectionLoad(() => fetchOwnPayments(before))
  const [hasNext, setHasNext] = useState(false)
  if (loaded.state !== 'ready') {
    const failure = 'Your donations could not be loaded.'
    return !isHidden && <NotLoaded loaded={loaded} onRetry={reload} failure={failure} />
  }
  const { donations, next } = loaded.value
  return (
    <>
      {donations.length === 0 && (
        <>
          <h2>You have not donated yet.</h2>
          <p>Each donation will be listed here, with its receipt.</p>
          <a href="/" className={styles.main}>
            Go to the leaderboard
          </a>
        </>
      )}
      <ul className={styles.list}>
        {donations.map((payment) => (
          <DonationItem key={payment.id} payment={payment} onChanged={reload} />
        ))}
      </ul>
      {next !== null && !hasNext && (
        <Button onClick={() => setHasNext(true)}>Show earlier donations</Button>
      )}
      {next !== null && hasNext && <DonationPage key={next} before={next} />}
    </>
  )
}
