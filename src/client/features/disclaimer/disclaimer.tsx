import { DISCLAIMER_VERSION } from '#contract/disclaimer.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import styles from './disclaimer.module.css'
import suns from './suns.module.css'
import { WhoAsks } from './who-asks.tsx'

/** Covers the page until the disclaimer is accepted; there is no other way to close it. */
export function Disclaimer({ onAccept }: { onAccept: () => void }) {
  const { version, points } = useCampaign().disclaimer
  return (
    <Dialog
      className={styles.gate}
      labelledBy="disclaimer-title"
      describedBy="disclaimer-asks disclaimer-points"
    >
      <WhoAsks />
      <div className={`${styles.card} ${suns.suns}`}>
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
        {/* The points of a host may mean other things by these words. */}
        {version === DISCLAIMER_VERSION && (
          <p className={styles.words}>
            A donation is a gift: it buys a place on the board, and nothing else. “Deposit” means
            the same as “donation”.
          </p>
        )}
        <div className={styles.foot}>
          <Button variant="gold" className={styles.accept} onClick={onAccept}>
            I Understand
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
