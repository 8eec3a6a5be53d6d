import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './dialog.module.css'

export interface DialogProps {
  /** The id of the element that names the dialog. */
  labelledBy: string
  describedBy?: string
  /** How it is left by Escape; a dialog without stays until it is taken out of the page. */
  onClose?: () => void
  className?: string | undefined
  children: ReactNode
}

/**
 * A modal dialog, open for as long as it is rendered: the rest of the page is out of reach, and
 * the focus returns to where it was. It begins at the element marked `data-first-focus`.
 */
export function Dialog({ labelledBy, describedBy, onClose, className, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={element}
      // The server draws it open, and cannot make it modal.
      open={typeof document === 'undefined'}
      className={`${styles.dialog} ${className ?? ''}`}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // Browsers without `closedby` close on a second Escape, whatever the page says to the first.
      onClose={(event) => {
        const dialog = event.currentTarget
        if (event.target !== dialog || dialog.open || !dialog.isConnected) return
        if (onClose) onClose()
        else dialog.showModal()
      }}
    >
      {children}
    </dialog>
  )
}
