import { useEffect } from 'react'
import { findRow } from '#client/lib/board-marks.ts'
import styles from './shared-row.module.css'

/**
 * Lights the row of the shared donation in the board, whenever the viewer scrolls to where it is
 * rendered. It is done from outside, so that no other row has anything to do for it.
 */
export function SharedRow({ donationId }: { donationId: string }) {
  useEffect(() => {
    const className = styles['row'] ?? ''
    const light = () => findRow(donationId)?.classList.add(className)
    light()
    const observer = new MutationObserver(light)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      findRow(donationId)?.classList.remove(className)
    }
  }, [donationId])

  return null
}
