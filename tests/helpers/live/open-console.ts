import { get, type IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'
import { expect } from 'vitest'
import {
  HOST_TOPICS,
  topicMarksSchema,
  type HostTopic,
  type TopicMarks,
} from '#contract/host/live.ts'

/** A host's console on the live stream, over a connection of its own. */
export interface ConsoleStream {
  /** The marks of the first event. */
  marks: TopicMarks
  /** The topics of each later event, in the order of arrival. */
  heard: HostTopic[][]
  /** The names of the events that are not about topics. */
  others: string[]
  retries: number[]
  /** Resolves when the server has told of a topic since the last call. */
  hears(topic: HostTopic): Promise<void>
  /** Settles when the connection has ended. */
  ended: Promise<void>
  leave(): void
}

/** Opens the stream of a console; rejects if the server refuses it. */
export async function openConsole(origin: string, cookie: string): Promise<ConsoleStream> {
  const response = await request(`${origin}/api/host/live`, cookie)
  if (response.statusCode !== 200) throw new Error(`The stream was refused: ${response.statusCode}`)
  const first = Promise.withResolvers<TopicMarks>()
  const heard: HostTopic[][] = []
  const others: string[] = []
  const retries: number[] = []
  let isFirst = true
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event !== 'topics') return void others.push(event ?? '')
      const marks = topicMarksSchema.parse(JSON.parse(data))
      if (isFirst) first.resolve(marks)
      else heard.push(listTopics(marks))
      isFirst = false
    },
    onRetry: (pauseMs) => retries.push(pauseMs),
  })
  response.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
  response.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => response.once('close', () => resolve()))
  let known = 0
  return {
    marks: await first.promise,
    heard,
    others,
    retries,
    hears: async (topic) => {
      await expect.poll(() => heard.slice(known).flat()).toContain(topic)
      known = heard.length
    },
    ended,
    leave: () => void response.destroy(),
  }
}

/** Lists the topics that have a mark. */
export function listTopics(marks: TopicMarks): HostTopic[] {
  return HOST_TOPICS.filter((topic) => topic in marks)
}

function request(url: string, cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { cookie } }, resolve).on('error', reject)
  })
}
