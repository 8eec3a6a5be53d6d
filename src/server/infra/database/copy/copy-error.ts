/** Thrown when a database cannot be copied; the message is one sentence for the operator. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
}
