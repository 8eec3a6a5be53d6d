import { useState } from 'react'

/** The panel's message: at most one at a time, the latest. */
export interface PanelMessage {
  ariaRole: 'alert' | 'status'
  tone: 'error' | 'success' | 'neutral'
  sentence: string
  /** The id under which the host finds a failure in the log. */
  reference?: string | undefined
  /** True if the donor's limits or pause refuse a payment: the page of these is linked. */
  isOfLimits?: boolean
  /** True if the team that was chosen refuses a payment: what the donor can choose has changed. */
  isOfTeam?: boolean
  /** The action that the donor can take; a message without one can be dismissed. */
  action?: { label: string; onPress: () => void }
}

export type ShowMessage = (message: PanelMessage | undefined) => void

/** Holds the message; `number` distinguishes one from the next, so that each is read aloud. */
export function usePanelMessage() {
  const [shown, setShown] = useState<{ message: PanelMessage | undefined; number: number }>({
    message: undefined,
    number: 0,
  })
  const showMessage: ShowMessage = (message) =>
    setShown((last) => ({ message, number: last.number + 1 }))
  return { ...shown, showMessage }
}
