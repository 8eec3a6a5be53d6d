import type { CDPSession, Page } from '@playwright/test'
import { traceTasks } from './task-trace.ts'

/** The measurements of a page over a period of time. */
export interface Watched {
  framesPerSecond: number
  /** The longest task over 50 ms; 0 if there was none. */
  longestTaskMs: number
  /** The most processor time of one task; undefined without a trace, which takes time itself. */
  mostProcessorMs: number | undefined
  /** The slowest interaction; NaN if there was none. */
  slowestInteractionMs: number
  heapGrowthBytes: number
  /** The time that the main thread worked in each second. */
  busyMsPerSecond: number
}

interface Marks {
  frames: number
  longestTaskMs: number
  interactions: number[]
  startedAt: number
}

declare global {
  var boardMarks: Marks
}

/** Measures the page until `during` resolves. */
export async function watch(
  page: Page,
  { isTraced }: { isTraced: boolean },
  during: () => Promise<unknown>,
): Promise<Watched> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const heapBefore = await measureHeap(session)
  await page.evaluate(beginMarks)
  const endTrace = isTraced ? await traceTasks(session) : undefined
  const busyBefore = await readBusySeconds(session)
  await during()
  const busy = (await readBusySeconds(session)) - busyBefore
  const marks = await page.evaluate(() => {
    const { frames, longestTaskMs, interactions, startedAt } = globalThis.boardMarks
    return { frames, longestTaskMs, interactions, seconds: (performance.now() - startedAt) / 1000 }
  })
  const mostProcessorMs = await endTrace?.()
  const heapGrowthBytes = (await measureHeap(session)) - heapBefore
  await session.detach()
  return {
    framesPerSecond: marks.frames / marks.seconds,
    longestTaskMs: marks.longestTaskMs,
    mostProcessorMs,
    slowestInteractionMs:
      marks.interactions.length === 0 ? Number.NaN : Math.max(...marks.interactions),
    heapGrowthBytes,
    busyMsPerSecond: (busy * 1000) / marks.seconds,
  }
}

/** Starts the measurements; it runs in the page. */
function beginMarks(): void {
  const marks: Marks = {
    frames: 0,
    longestTaskMs: 0,
    interactions: [],
    startedAt: performance.now(),
  }
  globalThis.boardMarks = marks
  const countFrame = () => {
    if (globalThis.boardMarks !== marks) return
    marks.frames += 1
    requestAnimationFrame(countFrame)
  }
  requestAnimationFrame(countFrame)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      marks.longestTaskMs = Math.max(marks.longestTaskMs, duration)
    }
  }).observe({ type: 'longtask' })
  // TypeScript does not know the threshold yet.
  const events = { type: 'event', durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry instanceof PerformanceEventTiming && entry.interactionId > 0) {
        marks.interactions.push(entry.duration)
      }
    }
  }).observe(events)
}

async function measureHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

async function readBusySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}
