import { get, type IncomingMessage } from 'node:http'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { campaignEventSchema, type Campaign } from '#contract/campaign.ts'
import {
  leaderboardChangeSchema,
  leaderboardPageSchema,
  type LeaderboardEntry,
  type LeaderboardChange,
  type LeaderboardPage,
} from '#contract/leaderboard.ts'

export type LiveEvent =
  | { event: 'snapshot'; id: number; data: LeaderboardPage }
  | { event: 'change'; id: number; data: LeaderboardChange }

/** A viewer of the live stream, over a connection of its own. */
export interface LiveViewer {
  response: IncomingMessage
  /** All events of the board so far, in the order of arrival. */
  events: LiveEvent[]
  /** The campaigns that were sent so far. */
  campaigns: Campaign[]
  comments: string[]
  /** The reconnection times that the server sent, ms. */
  retries: number[]
  /** Returns the board after all events, computed as in the page. */
  board(): LeaderboardEntry[]
  /** Settles when the connection has ended. */
  ended: Promise<void>
  leave(): void
}

export interface ViewerOptions {
  lastEventId?: string
  /** Reads the stream; false leaves everything after the head unread. */
  reads?: boolean
}

/** Opens a stream; rejects if the server refuses it. */
export async function openViewer(url: string, options: ViewerOptions = {}): Promise<LiveViewer> {
  const response = await request(url, options.lastEventId)
  if (response.statusCode !== 200) throw new Error(`The stream was refused: ${response.statusCode}`)
  const viewer = { events: [], campaigns: [], comments: [], retries: [] } as Pick<
    LiveViewer,
    'events' | 'campaigns' | 'comments' | 'retries'
  >
  const parser = createParser({
    onEvent: (message) => {
      if (message.event !== 'campaign') viewer.events.push(toEvent(message))
      else viewer.campaigns.push(toCampaign(message))
    },
    onComment: (comment) => viewer.comments.push(comment),
    onRetry: (pauseMs) => viewer.retries.push(pauseMs),
  })
  response.setEncoding('utf8')
  if (options.reads !== false) response.on('data', (text: string) => parser.feed(text))
  response.on('error', () => undefined)
  return {
    ...viewer,
    response,
    board: () => viewer.events.reduce<LeaderboardEntry[]>(applyEvent, []),
    ended: new Promise((resolve) => response.once('close', () => resolve())),
    leave: () => void response.destroy(),
  }
}

/** Returns the board after an event. Positions in an event are final positions. */
export function applyEvent(
  board: readonly LeaderboardEntry[],
  { event, data }: LiveEvent,
): LeaderboardEntry[] {
  if (event === 'snapshot') return data.entries
  const touched = new Set([...data.removals, ...data.upserts.map(({ id }) => id)])
  const next = board.filter(({ id }) => !touched.has(id))
  for (const entry of data.upserts.toSorted((a, b) => a.position - b.position)) {
    next.splice(entry.position - 1, 0, entry)
  }
  return next.map((entry, index) => Object.assign({}, entry, { position: index + 1 }))
}

function request(url: string, lastEventId: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    get(url, { agent: false, headers }, resolve).on('error', reject)
  })
}

/** Parses an event strictly, so that a field which the contract does not name is an error. */
function toEvent({ event, id, data }: EventSourceMessage): LiveEvent {
  const json: unknown = JSON.parse(data)
  return event === 'snapshot'
    ? { event, id: Number(id), data: leaderboardPageSchema.strict().parse(json) }
    : { event: 'change', id: Number(id), data: leaderboardChangeSchema.strict().parse(json) }
}

function toCampaign({ id, data }: EventSourceMessage): Campaign {
  if (id !== undefined) throw new Error('The campaign must not change the version of the board.')
  return campaignEventSchema.strict().parse(JSON.parse(data)).campaign
}
