import { useSyncExternalStore } from 'react'
import { HOST_TOPICS, topicMarksSchema, type TopicMarks } from '#contract/host/live.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import {
  LiveStream,
  type ConnectionStatus,
  type LiveStreamOptions,
} from '#client/lib/live-stream.ts'
import { hostSession } from '../session/host-session.ts'
import { changes } from './changes.ts'

/** The silence after which the stream is dead, ms: the server says every 15 seconds that it lives. */
const MAX_SILENCE_MS = 20_000

/**
 * Follows what the server says has changed, and announces it to the sections. The server tells
 * marks, which it computes from what it stores: after a lost connection those that differ are the
 * changes that were missed.
 */
class LiveChanges {
  #status: ConnectionStatus = 'connecting'
  #marks: TopicMarks | undefined
  #heardAt = 0
  readonly #subscribers = new Set<() => void>()

  readonly read = (): ConnectionStatus => this.#status

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#subscribers.add(onChange)
    return () => this.#subscribers.delete(onChange)
  }

  /** Opens the stream; returns a function that closes it. */
  start(options: Pick<LiveStreamOptions, 'createEventSource' | 'random'> = {}): () => void {
    this.#marks = undefined
    const stream = new LiveStream({
      ...options,
      url: HOST_ROUTES.live,
      listeners: {
        topics: (data) => this.#receive(data),
        alive: () => (this.#heardAt = Date.now()),
        end: () => this.#handleEnd(),
      },
      onStatus: (status) => this.#setStatus(status),
      fetchNewestId: async () => {
        // The stream itself tells that it is alive: nothing needs to be asked.
        if (Date.now() - this.#heardAt > MAX_SILENCE_MS) throw new Error('The stream is silent.')
        return 0
      },
    })
    return () => {
      stream.close()
      this.#setStatus('connecting')
    }
  }

  #receive(data: unknown): void {
    this.#heardAt = Date.now()
    const parsed = topicMarksSchema.safeParse(data)
    // A newer server may know topics that this page does not.
    if (!parsed.success) return changes.announce(HOST_TOPICS, 'stream')
    const known = this.#marks
    this.#marks = { ...known, ...parsed.data }
    const isOther = (topic: (typeof HOST_TOPICS)[number]) =>
      parsed.data[topic] !== undefined && parsed.data[topic] !== known?.[topic]
    changes.announce(HOST_TOPICS.filter(isOther), 'stream')
  }

  /** Handles the end of the session, or of the role: what is shown is asked for by the new one. */
  #handleEnd(): void {
    this.#marks = undefined
    void hostSession.refresh()
    changes.refreshAll()
  }

  #setStatus(status: ConnectionStatus): void {
    if (status === this.#status) return
    this.#status = status
    for (const onChange of this.#subscribers) onChange()
  }
}

export const liveChanges = new LiveChanges()

export function useLiveStatus(): ConnectionStatus {
  return useSyncExternalStore(liveChanges.subscribe, liveChanges.read)
}
