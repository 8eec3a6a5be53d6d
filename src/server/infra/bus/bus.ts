/**
 * Tells the nodes of an installation that the board has changed. A hint carries nothing, because
 * the change feed in the database does; so a hint that is lost, repeated or late does no harm.
 */
export interface Bus {
  publish(): void
  /**
   * Calls `listener` after every hint, this node's own included; returns a function that
   * unsubscribes.
   */
  subscribe(listener: () => void): () => void
  /** Whether it reaches the other nodes now; undefined if it only serves one. */
  readonly isConnected: boolean | undefined
  close(): Promise<void>
}
