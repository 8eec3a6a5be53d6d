import { useCampaign } from '#client/lib/campaign.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Logo } from '#client/ui/logo.tsx'
import { WhoAsks } from '#client/ui/who-asks.tsx'
import styles from './disclaimer.module.css'

/** Covers the page until the disclaimer is accepted; there is no other way to close it. */
export function Disclaimer({ onAccept }: { onAccept: () => void }) {
  const { title, picture, cause, host, disclaimer } = useCampaign()
  const { points } = disclaimer
  return (
    <Dialog className={styles.gate} labelledBy="disclaimer-title" describedBy="disclaimer-points">
      <div className={styles.card}>
        <div className={styles.logo}>
          <Logo title={title} picture={picture} markMedia="not all" />
        </div>
        {(cause || host) && (
          <p className={styles.asks}>
            <WhoAsks cause={cause} host={host} />
          </p>
        )}
        <h1 id="disclaimer-title" className={styles.title} tabIndex={-1} data-first-focus>
          Disclaimer
        </h1>
        <p className={styles.lead}>
          {points.length === 5
            ? 'Five things to know before you enter.'
            : 'To know before you enter:'}
        </p>
        <ol id="disclaimer-points" className={styles.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ol>
        <Button variant="gold" className={styles.accept} onClick={onAccept}>
          I Understand
        </Button>
      </div>
    </Dialog>
  )
}
