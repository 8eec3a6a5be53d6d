import type { HostTopic } from '#contract/host/live.ts'

/** The parts of the host's data that can change. */
export type ChangeTopic = HostTopic

/** `own`: an action on this page; `stream`: the server tells of it, perhaps many times a second. */
export type ChangeOrigin = 'own' | 'stream'

interface Subscriber {
  topics: readonly ChangeTopic[]
  listener: (origin: ChangeOrigin) => void
}

/** Tells the sections on the screen when data that they show has changed. */
class Changes {
  readonly #subscribers = new Set<Subscriber>()

  subscribe(topics: readonly ChangeTopic[], listener: Subscriber['listener']): () => void {
    const subscriber = { topics, listener }
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  /** Announces a change of these topics, such as after an action of the host. */
  announce(topics: readonly ChangeTopic[], origin: ChangeOrigin = 'own'): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.topics.some((topic) => topics.includes(topic))) subscriber.listener(origin)
    }
  }

  /** Makes everything that is shown be fetched again. */
  refreshAll(): void {
    for (const { listener } of this.#subscribers) listener('own')
  }
}

export const changes = new Changes()
