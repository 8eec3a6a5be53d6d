import { useCampaign } from '#client/lib/campaign.ts'
import { Logo } from '#client/ui/logo.tsx'
import styles from './who-asks.module.css'

/** Says whose page it is: who asks, for what, and who gets the money. */
export function WhoAsks() {
  const { title, picture, cause, host, recipient } = useCampaign()
  return (
    <div id="disclaimer-asks" className={styles.asks}>
      <div className={styles.logo}>
        <Logo title={title} picture={picture} markMedia="not all" />
      </div>
      {host && (
        <p>
          Run by <bdi>{host}</bdi>
        </p>
      )}
      {cause && (
        <p className={styles.cause}>
          For <bdi>{cause}</bdi>
        </p>
      )}
      <p className={cause || recipient.name ? undefined : styles.cause}>
        A live leaderboard of donations
        {recipient.name && (
          <>
            {'. '}
            <span>
              All money goes to <bdi>{recipient.name}</bdi>
            </span>
          </>
        )}
      </p>
    </div>
  )
}
