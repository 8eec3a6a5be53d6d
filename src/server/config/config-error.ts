/** A setting that the start cannot go on with; the message is for the host. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
