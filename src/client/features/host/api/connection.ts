import { useSyncExternalStore } from 'react'

/** The results of the console's last requests. Times are Unix ms. */
export interface Connection {
  /** The time of the server's last answer; undefined before the first answer. */
  answeredAt: number | undefined
  /** The time when the first request since then failed; undefined while the server answers. */
  failingSince: number | undefined
}

/** Remembers whether the server answers the console's requests. */
class ConnectionStore {
  #connection: Connection = { answeredAt: undefined, failingSince: undefined }
  readonly #subscribers = new Set<() => void>()

  readonly read = (): Connection => this.#connection

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#subscribers.add(onChange)
    return () => this.#subscribers.delete(onChange)
  }

  recordAnswer(): void {
    this.#set({ answeredAt: Date.now(), failingSince: undefined })
  }

  recordFailure(): void {
    const { answeredAt, failingSince = Date.now() } = this.#connection
    this.#set({ answeredAt, failingSince })
  }

  #set(next: Connection): void {
    this.#connection = next
    for (const onChange of this.#subscribers) onChange()
  }
}

export const connection = new ConnectionStore()

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.read)
}
