import { ShareIcon } from '#client/ui/icons.tsx'
import { use } from 'react'
import { TeamBoardContext } from './team-board.ts'
import styles from './own-tag.module.css'

/** Marks a row as the viewer's own; one of them also has a button that shares the rank. */
export function OwnTag({ onShare }: { onShare?: (() => void) | undefined }) {
  const isTeam = use(TeamBoardContext)
  return (
    <>
      <span className={styles.tag}>{isTeam ? 'Yours' : 'You'}</span>
      {onShare && !isTeam && (
        <button type="button" className={styles.share} aria-label="Share my rank" onClick={onShare}>
          <ShareIcon />
        </button>
      )}
    </>
  )
}
