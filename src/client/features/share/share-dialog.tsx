import { useId } from 'react'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import styles from './share-dialog.module.css'
import { LinkedRankButton, type ShareRankButtonProps } from './share-rank-button.tsx'
import { useRankLink } from './use-rank-link.ts'

export interface ShareDialogProps extends ShareRankButtonProps {
  onClose: () => void
}

/** Shows the card that others will see, and offers to share it; or says why there is none. */
export function ShareDialog({ onClose, ...rank }: ShareDialogProps) {
  const link = useRankLink(rank.donationId)
  return (
    <DialogCard titleId={useId()} title="Show where you stand" width="wide" onClose={onClose}>
      {link && 'donationId' in link && (
        <img
          className={styles.picture}
          src={`/cards/donation/${encodeURIComponent(link.donationId)}.png`}
          width="1200"
          height="630"
          alt="The card that a shared link shows"
        />
      )}
      {link && <LinkedRankButton {...rank} link={link} isMain />}
    </DialogCard>
  )
}
