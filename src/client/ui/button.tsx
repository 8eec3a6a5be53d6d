import type { ComponentProps } from 'react'
import styles from './button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  /** `gold` for the one thing to do, `light` for its equal, `quiet` beside them, `link` for what is out of the way. */
  look?: 'gold' | 'light' | 'quiet' | 'link'
  /** Something is under way: it stays in place and in focus, and does nothing more. */
  busy?: boolean
}

export function Button({ look = 'quiet', busy = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles[look]} ${className ?? ''}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
