import { useId, useState } from 'react'
import type { Crown } from '#contract/crowns.ts'
import { recapPath } from '#client/lib/recap-path.ts'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { CrownList } from './crown-list.tsx'
import styles from './crowns.module.css'

export interface CrownDialogProps {
  crowns: readonly Crown[]
  /** The round of which they are; undefined for all time. */
  roundId: string | undefined
  /** The time at which the server told of them, Unix ms by this clock. */
  toldAt: number
  onClose: () => void
}

/** Shows the crowns of one row with their rules and histories, and leads to the recap. */
export function CrownDialog({ crowns, roundId, toldAt, onClose }: CrownDialogProps) {
  const [openedAt] = useState(() => Date.now())
  const [first] = crowns
  return (
    <DialogCard
      titleId={useId()}
      title={
        <>
          {crowns.length === 1 ? 'Crown' : 'Crowns'} of <bdi>{first?.name}</bdi>
        </>
      }
      width="wide"
      onClose={onClose}
    >
      <CrownList
        crowns={crowns}
        inRound={roundId !== undefined}
        sinceMs={openedAt - toldAt}
        isOfOne
        isOpen={crowns.length === 1}
      />
      <p className={styles.ways}>
        <a className={styles.link} href={recapPath(roundId)}>
          All crowns, recap and replay
        </a>
      </p>
    </DialogCard>
  )
}
