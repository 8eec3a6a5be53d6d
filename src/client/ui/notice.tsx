import type { ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import styles from './notice.module.css'

export interface NoticeProps {
  /** An `alert` interrupts what is being read aloud, a `status` waits. */
  ariaRole: 'alert' | 'status'
  tone?: 'error' | 'success' | 'neutral'
  onDismiss?: () => void
  /** The action that is offered beside the text. */
  action?: ReactNode
  children: ReactNode
}

/** Shows a sentence in the page, instead of in a box of the browser's. */
export function Notice({ ariaRole, tone = 'neutral', onDismiss, action, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone}>
      <p role={ariaRole} className={styles.text}>
        {children}
      </p>
      {action}
      {onDismiss && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <CloseIcon />
        </button>
      )}
    </div>
  )
}
