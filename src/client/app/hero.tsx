import { useIsTakingDonations } from '#client/lib/campaign.ts'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { CampaignLine } from './campaign-line.tsx'
import styles from './hero.module.css'

/** Shows the call to action: the whole sentence is the button, and who asks stands inside it. */
export function Hero({ onDonate }: { onDonate: () => void }) {
  const isTaking = useIsTakingDonations()
  const question = <span className={styles.question}>Think you can conquer the leaderboard?</span>
  return (
    <div className={styles.hero}>
      {isTaking ? (
        <button type="button" className={styles.call} onClick={onDonate}>
          {question}{' '}
          <span className={styles.answer}>
            Donate NOW!
            <ArrowIcon />
          </span>
        </button>
      ) : (
        <div className={styles.call}>{question}</div>
      )}
      <CampaignLine />
    </div>
  )
}
