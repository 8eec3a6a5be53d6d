/** An error of a control route; its message is for the caller. */
export class ControlError extends Error {
  override readonly name = 'ControlRefusal'
}
