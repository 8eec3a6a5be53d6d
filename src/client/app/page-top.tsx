import { useCampaign } from '#client/lib/campaign.ts'
import { Logo } from '#client/ui/logo.tsx'
import styles from './page-top.module.css'

/** Shows whose page it is, and leads back to the leaderboard; `isAlone` leaves out the words of it. */
export function PageTop({ isAlone = false }: { isAlone?: boolean }) {
  const { title, picture } = useCampaign()
  return (
    <div className={styles.top} data-alone={isAlone || undefined}>
      <a href="/" className={styles.home} aria-label={`${title}: the leaderboard`}>
        <Logo title={title} picture={picture} markMedia={isAlone ? 'not all' : '(width < 30rem)'} />
      </a>
      {!isAlone && (
        <a href="/" className={styles.back}>
          Back to the leaderboard
        </a>
      )}
    </div>
  )
}
