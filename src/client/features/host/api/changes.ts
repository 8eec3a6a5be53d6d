/** The parts of the host's data that can change. */
export type ChangeTopic = 'donations' | 'texts' | 'money' | 'concerns' | 'campaign' | 'team'

interface Subscriber {
  topics: readonly ChangeTopic[]
  listener: () => void
}

/** Tells the sections on the screen when data that they show has changed. */
class Changes {
  readonly #subscribers = new Set<Subscriber>()

  subscribe(topics: readonly ChangeTopic[], listener: () => void): () => void {
    const subscriber = { topics, listener }
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  /** Announces a change of these topics, such as after an action of the host. */
  announce(topics: readonly ChangeTopic[]): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.topics.some((topic) => topics.includes(topic))) subscriber.listener()
    }
  }

  /** Makes everything that is shown be fetched again. */
  refreshAll(): void {
    for (const { listener } of this.#subscribers) listener()
  }
}

export const changes = new Changes()
