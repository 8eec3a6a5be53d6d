import { useEffect, useState } from 'react'

/** How long after a letter somebody still types, ms. */
const TYPING_MS = 3_000

/** Returns the latest value, and while somebody types the one of before, so that nothing moves. */
export function useHeldWhileTyping<Value>(value: Value): Value {
  const isTyping = useIsTyping()
  const [held, setHeld] = useState(value)
  if (isTyping) return held
  if (held !== value) setHeld(value)
  return value
}

function useIsTyping(): boolean {
  const [isTyping, setTyping] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onInput = ({ target }: Event) => {
      // A list that is rendered before its `change` would take the choice back.
      if (target instanceof HTMLSelectElement) return
      clearTimeout(timer)
      timer = setTimeout(() => setTyping(false), TYPING_MS)
      setTyping(true)
    }
    document.addEventListener('input', onInput)
    return () => {
      document.removeEventListener('input', onInput)
      clearTimeout(timer)
    }
  }, [])
  return isTyping
}
