import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './dialog.module.css'

export interface DialogProps {
  /** The id of the element that names the dialog. */
  labelledBy: string
  describedBy?: string
  /** Called when the person presses Escape; without it, the dialog stays until it is removed. */
  onClose?: () => void
  className?: string | undefined
  children: ReactNode
}

/**
 * Shows a modal dialog while it is rendered: the rest of the page is inert, and the focus returns
 * to where it was. The element marked `data-first-focus` is focused first.
 */
export function Dialog({ labelledBy, describedBy, onClose, className, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog === null) return
    const { activeElement } = document
    // The server renders it open, and cannot make it modal.
    dialog.open = false
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>('[data-first-focus]')
    const focused = dialog.contains(activeElement) ? activeElement : first
    if (focused instanceof HTMLElement) focused.focus()
    return () => dialog.close()
  }, [])

  return (
    <dialog
      ref={element}
      open={typeof document === 'undefined'}
      className={`${styles.dialog} ${className ?? ''}`}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // Browsers without `closedby` close on a second Escape, even if the first was prevented.
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
