import { Dialog } from '../../ui/dialog.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import styles from './share-dialog.module.css'
import { ShareRank, type ShareRankProps } from './share-rank.tsx'

export interface ShareDialogProps extends ShareRankProps {
  onClose: () => void
}

/** Shows the card that others will see, and lets it go. */
export function ShareDialog({ onClose, ...rank }: ShareDialogProps) {
  return (
    <Dialog labelledBy="share-title" className={styles.dialog} onClose={onClose}>
      <div className={styles.card}>
        <header className={styles.head}>
          <h2 id="share-title">Show where you stand</h2>
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </button>
        </header>
        <img
          className={styles.picture}
          src={`/cards/donation/${encodeURIComponent(rank.donationId)}.png`}
          width="1200"
          height="630"
          alt="The card that a shared link shows"
        />
        <ShareRank {...rank} />
      </div>
    </Dialog>
  )
}
