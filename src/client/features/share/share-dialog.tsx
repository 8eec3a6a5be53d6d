import { useId } from 'react'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import styles from './share-dialog.module.css'
import { ShareRankButton, type ShareRankButtonProps } from './share-rank-button.tsx'

export interface ShareDialogProps extends ShareRankButtonProps {
  onClose: () => void
}

/** Shows the card that others will see, and offers to share it. */
export function ShareDialog({ onClose, ...rank }: ShareDialogProps) {
  return (
    <DialogCard titleId={useId()} title="Show where you stand" width="wide" onClose={onClose}>
      <img
        className={styles.picture}
        src={`/cards/donation/${encodeURIComponent(rank.donationId)}.png`}
        width="1200"
        height="630"
        alt="The card that a shared link shows"
      />
      <ShareRankButton {...rank} isMain />
    </DialogCard>
  )
}
