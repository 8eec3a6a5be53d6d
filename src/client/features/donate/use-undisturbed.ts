import { useEffect, useEffectEvent, useState } from 'react'

/** The pause between two looks at whether somebody is at the panel, ms. */
const ASKED_EVERY_MS = 250

/** The time without a letter, a press or a move after which nobody is there, though a pointer may rest, ms. */
const IDLE_MS = 5_000

const SIGNS_OF_LIFE = ['keydown', 'input', 'pointerdown', 'pointermove', 'focusin'] as const

/** The time of the last sign of life; before the first look somebody may have been there. */
let livedAt = performance.now()

/**
 * Returns a value as it was when nobody was at the panel last, pointing there or with the focus, so
 * that nothing moves under who is; `before` is what it was before this, if somebody is there from the
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
  useEffect(followLife, [])
  return held
}

function followLife(): () => void {
  const live = () => {
    livedAt = performance.now()
  }
  for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, live)
  return () => {
    for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, live)
  }
}

function isSomebodyAtPanel(): boolean {
  if (performance.now() - livedAt >= IDLE_MS) return false
  return document.querySelector('#donate:is(:hover, :focus-within)') !== null
}
