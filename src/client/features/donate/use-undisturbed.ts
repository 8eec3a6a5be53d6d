import { useEffect, useEffectEvent, useState } from 'react'

/** The pause between two looks at whether somebody is at the panel, ms. */
const ASKED_EVERY_MS = 250

/**
 * Returns a value as it was when nobody was at the panel last, pointing or with the focus, so that
 * nothing moves under who is; `before` is what it was before this, if somebody is there from the
 * beginning.
 */
export function useUndisturbed<Value>(
  wanted: Value,
  before: Value,
  isSame: (a: Value, b: Value) => boolean = Object.is,
): Value {
  const [held, setHeld] = useState(() => (isSomebodyAtPanel() ? before : wanted))
  const settle = useEffectEvent(() => {
    if (!isSomebodyAtPanel()) setHeld(wanted)
  })
  const isSettled = isSame(held, wanted)
  useEffect(() => {
    if (isSettled) return undefined
    const timer = setInterval(settle, ASKED_EVERY_MS)
    return () => clearInterval(timer)
  }, [isSettled])
  return held
}

function isSomebodyAtPanel(): boolean {
  return document.querySelector('#donate:is(:hover, :focus-within)') !== null
}
