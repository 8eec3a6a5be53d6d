import type { CDPSession } from '@playwright/test'
import { z } from 'zod'

const eventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.int(),
  tid: z.int(),
  /** The beginning and the duration, µs; `tdur` is the thread's processor time meanwhile. */
  ts: z.number(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
})

type TraceEvent = z.infer<typeof eventSchema>

/**
 * Records the tasks of the page's main thread. Returns a function that ends it, and returns the most
 * processor time that one of them took, ms: unlike a duration, it has no other program's time in it.
 */
export async function traceTasks(session: CDPSession): Promise<() => Promise<number>> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) {
      const parsed = eventSchema.safeParse(event)
      if (parsed.success && parsed.data.ph === 'X') events.push(parsed.data)
    }
  })
  const ended = new Promise<void>((resolve) =>
    session.once('Tracing.tracingComplete', () => resolve()),
  )
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'] },
  })
  return async () => {
    await session.send('Tracing.end')
    await ended
    return findLongestMs(events)
  }
}

function findLongestMs(events: readonly TraceEvent[]): number {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`)
  // The page's main thread runs more of its functions than any other.
  const main = [...threads.values()].toSorted((a, b) => countCalls(b) - countCalls(a))[0] ?? []
  const tasks = main.filter(({ name }) => name.endsWith('RunTask'))
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000))
}

function countCalls(events: readonly TraceEvent[]): number {
  return events.filter(({ name }) => name === 'FunctionCall').length
}
