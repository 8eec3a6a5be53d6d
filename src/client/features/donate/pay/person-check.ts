import type { ShowMessage } from '../panel-message.ts'

const CHECKING = 'Checking that a person is paying. This takes a few seconds…'

/** The donor has given the check up. */
export class CheckCancelledError extends Error {
  override readonly name = 'CheckCancelledError'
}

/** One attempt to begin a payment, which the donor can give up while the browser works for it. */
export interface PersonCheck {
  signal: AbortSignal
  onWork: () => void
  cancel: () => void
}

/** Tells the donor that their browser works, and how to stop it. */
export function createPersonCheck(showMessage: ShowMessage): PersonCheck {
  const controller = new AbortController()
  const cancel = () => controller.abort(new CheckCancelledError('The donor gave the check up.'))
  return {
    signal: controller.signal,
    onWork: () =>
      showMessage({
        kind: 'status',
        tone: 'calm',
        sentence: CHECKING,
        action: { label: 'Cancel', onPress: cancel },
      }),
    cancel,
  }
}
