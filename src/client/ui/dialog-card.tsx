import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import styles from './dialog-card.module.css'
import { Dialog } from './dialog.tsx'
import { CloseIcon } from './icons.tsx'

export interface DialogCardProps {
  /** The id of the heading. */
  titleId: string
  title: ReactNode
  /** One sentence below the heading. */
  lead?: ReactNode
  onClose: () => void
  /** `wide` for a card with a picture. */
  width?: 'narrow' | 'wide'
  /** True if the title is focused first: news to read, before anything to press. */
  focusesTitle?: boolean
  /** Shown under a picture of the sky beside the rest, or below it where there is no room. */
  aside?: ReactNode
  children: ReactNode
}

/** Shows a modal dialog as a card with a heading, and a button that closes it. */
export function DialogCard(props: DialogCardProps) {
  const { titleId, title, lead, onClose, width = 'narrow', focusesTitle, aside, children } = props
  const size = aside === undefined ? width : 'double'
  const end = useRef<HTMLSpanElement>(null)
  const isMoreBelow = useMoreBelow(end)
  return (
    <Dialog className={`${styles.dialog} ${styles[size]}`} labelledBy={titleId} onClose={onClose}>
      <div className={styles.card} data-more={isMoreBelow ? '' : undefined}>
        {/* No <header>: in a dialog beside <main> it would be a second banner of the page. */}
        <div className={styles.head}>
          <h2 id={titleId} {...(focusesTitle && { tabIndex: -1, 'data-first-focus': '' })}>
            {title}
          </h2>
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </button>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {aside === undefined ? (
          children
        ) : (
          <>
            <div className={styles.content}>{children}</div>
            <div className={styles.aside}>{aside}</div>
          </>
        )}
        <span ref={end} className={styles.end} />
      </div>
    </Dialog>
  )
}

/** Returns whether the end of what scrolls in its parent is still below the visible part. */
function useMoreBelow(end: RefObject<HTMLElement | null>): boolean {
  const [isMoreBelow, setMoreBelow] = useState(false)
  useEffect(() => {
    const element = end.current
    if (element === null) return
    const root = element.parentElement
    // The foot of a card is as high as the gap before its end: what is below that is air.
    const foot = root === null ? 0 : Number.parseFloat(getComputedStyle(root).rowGap) || 0
    const observer = new IntersectionObserver(
      // The last of several tells how it is now.
      (entries) => setMoreBelow(entries.at(-1)?.isIntersecting === false),
      { root, rootMargin: `0px 0px ${foot}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [end])
  return isMoreBelow
}
