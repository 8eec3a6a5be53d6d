import type { ComponentProps } from 'react'
import styles from './console-button.module.css'

export interface ConsoleButtonProps extends ComponentProps<'button'> {
  /**
   * `light` marks the main action of a screen, `danger` one that cannot be taken back, `gold` the
   * publishing of the campaign alone, `bare` minor ones.
   */
  variant?: 'quiet' | 'light' | 'danger' | 'gold' | 'bare'
  /** True while an action runs: the button keeps its place and its focus, and ignores presses. */
  busy?: boolean
}

/** A button of the console: smaller than those of the page, with the same area to press. */
export function ConsoleButton(props: ConsoleButtonProps) {
  const { variant = 'quiet', busy = false, className, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${styles[variant]} ${className ?? ''}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
