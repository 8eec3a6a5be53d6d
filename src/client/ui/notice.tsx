import type { ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import { Reference } from './reference.tsx'
import styles from './notice.module.css'

export interface NoticeProps {
  /** An `alert` interrupts what is being read aloud, a `status` waits. */
  ariaRole: 'alert' | 'status'
  tone?: 'error' | 'success' | 'neutral'
  onDismiss?: () => void
  /** True while what it says can be seen elsewhere, and only those who listen need it. */
  isHeardOnly?: boolean
  /** The id under which the host finds the failure in the log. */
  reference?: string | undefined
  /** A second sentence, which is not announced: what the reader can do. */
  hint?: string | undefined
  /** The action that is offered beside the text. */
  action?: ReactNode
  children: ReactNode
}

/** Shows a sentence in the page, instead of in a box of the browser's. */
export function Notice({ ariaRole, tone = 'neutral', ...rest }: NoticeProps) {
  const { onDismiss, isHeardOnly = false, reference, hint, action, children } = rest
  return (
    <div className={isHeardOnly ? 'visually-hidden' : styles.notice} data-tone={tone}>
      <div className={styles.content}>
        <div className={styles.text}>
          <p role={ariaRole}>{children}</p>
          {hint !== undefined && <p>{hint}</p>}
          <Reference id={reference} />
        </div>
        {action}
      </div>
      {onDismiss && !isHeardOnly && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <CloseIcon />
        </button>
      )}
    </div>
  )
}
