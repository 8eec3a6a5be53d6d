import { ShareIcon } from '#client/ui/icons.tsx'
import styles from './own-tag.module.css'

/** Marks a row as the viewer's own; one of them also has a button that shares the rank. */
export function OwnTag({ onShare }: { onShare?: (() => void) | undefined }) {
  return (
    <>
      <span className={styles.tag}>You</span>
      {onShare && (
        <button type="button" className={styles.share} aria-label="Share my rank" onClick={onShare}>
          <ShareIcon />
        </button>
      )}
    </>
  )
}
