import type { ComponentProps } from 'react'
import styles from './button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  /**
   * `gold` marks the main action, `light` its equal, `quiet` others, `link` minor ones; `own` has the
   * looks of its class alone.
   */
  variant?: 'gold' | 'light' | 'quiet' | 'link' | 'own'
  /** True while an action runs: the button keeps its place and its focus, and ignores presses. */
  busy?: boolean
  /** True if pressing is not allowed now; `onClick` is still called, to say why. */
  muted?: boolean
}

export function Button(props: ButtonProps) {
  const { variant = 'quiet', busy = false, muted = false, className, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={`${styles[variant] ?? ''} ${className ?? ''}`}
      aria-disabled={busy || muted || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
