import { useLayoutEffect } from 'react'

/** The number of parts of the page that hold back what would open by itself. */
let holdCount = 0

/**
 * Holds back what would open over the page by itself, while `isHeld` is true: a payment is under way,
 * or something else is about to open.
 */
export function useInterruptionHold(isHeld: boolean): void {
  useLayoutEffect(() => {
    if (!isHeld) return
    holdCount += 1
    return () => {
      holdCount -= 1
    }
  }, [isHeld])
}

/** Holds back what would open by itself while it is rendered, such as in place of what loads. */
export function InterruptionHold(): null {
  useInterruptionHold(true)
  return null
}

/** Returns whether news over the page would not be seen: in a hidden tab, or behind a dialog. */
export function isCovered(): boolean {
  return document.hidden || document.querySelector('dialog[open]') !== null
}

/** Returns whether a dialog may open by itself now: it takes the focus, and covers the page. */
export function mayInterrupt(): boolean {
  return holdCount === 0 && !isCovered() && !isInUse()
}

/** Marks the ways to pay: whoever has the focus on one is about to pay. */
export const PAY_MARK = { 'data-pay': '' }

/** A field, what a donor says of a donation before paying, or a way to pay. */
const USED = ':is(input, textarea, select, [contenteditable], [data-steps] *, [data-pay] *)'

/** Returns whether the viewer is in a field, or uses the donation panel, whose sheet may be open. */
function isInUse(): boolean {
  const isFocused = document.activeElement?.matches(USED) ?? false
  return isFocused || document.querySelector('#donate[data-open=true]') !== null
}
