import { useState } from 'react'

/** What the panel has to say: at most one thing at a time, the latest. */
export interface Message {
  kind: 'alert' | 'status'
  tone: 'trouble' | 'good' | 'calm'
  sentence: string
  /** The step that the donor can take; a message without one can be dismissed. */
  action?: { label: string; onPress: () => void }
}

export type Tell = (message: Message | undefined) => void

/** `number` tells one message from the next, so that each is read aloud. */
export function useMessage() {
  const [told, setTold] = useState<{ message: Message | undefined; number: number }>({
    message: undefined,
    number: 0,
  })
  const tell: Tell = (message) => setTold((last) => ({ message, number: last.number + 1 }))
  return { ...told, tell }
}
