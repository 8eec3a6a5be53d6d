/** Something that a control route does not do; the message is for whoever asked. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal'
}
