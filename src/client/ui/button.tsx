import type { ComponentProps } from 'react'
import styles from './button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  /** `gold` for the one thing to do, `light` for its equal, `quiet` beside them, `link` for what is out of the way. */
  variant?: 'gold' | 'light' | 'quiet' | 'link'
  /** Something is under way: it stays in place and in focus, and does nothing more. */
  busy?: boolean
  /** It is not its time; who presses it all the same is told why by `onClick`. */
  muted?: boolean
}

export function Button(props: ButtonProps) {
  const { variant = 'quiet', busy = false, muted = false, className, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={`${styles[variant]} ${className ?? ''}`}
      aria-disabled={busy || muted || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
