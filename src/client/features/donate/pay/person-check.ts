import type { ShowMessage } from '../panel-message.ts'

const CHECKING = 'Checking that a person is paying. A few seconds…'

/** Thrown when the donor has cancelled the check. */
export class CheckCancelledError extends Error {
  override readonly name = 'CheckCancelledError'
}

/** An attempt to begin a payment, which can be cancelled during the proof of work. */
export interface PersonCheck {
  signal: AbortSignal
  onWork: () => void
  cancel: () => void
}

/** Creates a check that tells the donor that their browser is working, and offers to cancel it. */
export function createPersonCheck(showMessage: ShowMessage): PersonCheck {
  const controller = new AbortController()
  const cancel = () => controller.abort(new CheckCancelledError('The donor gave the check up.'))
  return {
    signal: controller.signal,
    onWork: () =>
      showMessage({
        ariaRole: 'status',
        tone: 'neutral',
        sentence: CHECKING,
        action: { label: 'Cancel', onPress: cancel },
      }),
    cancel,
  }
}
