import type { ComponentProps, MouseEvent } from 'react'
import { router } from './router.ts'

export interface ConsoleLinkProps extends ComponentProps<'a'> {
  /** An address of the console, such as `/host/donations`. */
  to: string
}

/** Links to a place of the console; opens it without loading the document again. */
export function ConsoleLink({ to, onClick, children, ...rest }: ConsoleLinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        router.navigate(to)
      }}
    >
      {children}
    </a>
  )
}

/** Returns whether a click opens the link here, rather than in another tab or as a download. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
