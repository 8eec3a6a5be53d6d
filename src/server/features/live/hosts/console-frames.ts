import type { TopicMarks } from '#contract/host/live.ts'

/** An event that keeps a quiet stream open, and which the page, unlike a comment, hears. */
export const ALIVE = Buffer.from('event: alive\ndata: {}\n\n')

/** The last event of a host whose role or session is no longer what it was. */
export const END = 'event: end\ndata: {}\n\n'

export function encodeTopics(marks: TopicMarks): string {
  return `event: topics\ndata: ${JSON.stringify(marks)}\n\n`
}
