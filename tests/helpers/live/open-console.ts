import { get, type IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'
import { expect } from 'vitest'
import { topicMarksSchema, type HostTopic } from '#contract/host/live.ts'

/** A host's console on the live stream, over a connection of its own. */
export interface ConsoleStream {
  /** The topics of each event since the first, in the order of arrival. */
  heard: HostTopic[][]
  /** The topics of the first event. */
  topics: HostTopic[]
  /** The names of the events that are not about topics. */
  others: string[]
  retries: number[]
  /** Resolves when the server has told of a topic since the last call, and forgets the rest. */
  hears(topic: HostTopic): Promise<void>
  /** Settles when the connection has ended. */
  ended: Promise<void>
  leave(): void
}

/** Opens the stream of a console; rejects if the server refuses it. */
export async function openConsole(origin: string, cookie: string): Promise<ConsoleStream> {
  const response = await request(`${origin}/api/host/live`, cookie)
  if (response.statusCode !== 200) throw new Error(`The stream was refused: ${response.statusCode}`)
  const events: HostTopic[][] = []
  const others: string[] = []
  const retries: number[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const json: unknown = JSON.parse(data)
      if (event !== 'topics') others.push(event ?? '')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has these keys
      else events.push(Object.keys(topicMarksSchema.parse(json)) as HostTopic[])
    },
    onRetry: (pauseMs) => retries.push(pauseMs),
  })
  response.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
  response.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => response.once('close', () => resolve()))
  await expect.poll(() => events.length).toBe(1)
  const heard = events
  const [topics = []] = heard.splice(0, 1)
  let known = 0
  return {
    heard,
    topics,
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

function request(url: string, cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { cookie } }, resolve).on('error', reject)
  })
}
