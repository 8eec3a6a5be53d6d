import type { CDPSession, Page } from '@playwright/test'

/** What a page did over a stretch of time. */
export interface Watched {
  framesPerSecond: number
  /** Of the tasks over 50 ms, the longest; 0 where there was none. */
  longestTaskMs: number
  /** Of the interactions; NaN where nobody interacted. */
  slowestInteractionMs: number
  heapGrowthBytes: number
  /** How long the main thread worked in each second. */
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

/** Watches the page while `during` lasts. */
export async function watch(page: Page, during: () => Promise<unknown>): Promise<Watched> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const heapBefore = await measureHeap(session)
  await page.evaluate(beginMarks)
  const busyBefore = await readBusySeconds(session)
  await during()
  const busy = (await readBusySeconds(session)) - busyBefore
  const marks = await page.evaluate(() => {
    const { frames, longestTaskMs, interactions, startedAt } = globalThis.boardMarks
    return { frames, longestTaskMs, interactions, seconds: (performance.now() - startedAt) / 1000 }
  })
  const heapGrowthBytes = (await measureHeap(session)) - heapBefore
  await session.detach()
  return {
    framesPerSecond: marks.frames / marks.seconds,
    longestTaskMs: marks.longestTaskMs,
    slowestInteractionMs:
      marks.interactions.length === 0 ? Number.NaN : Math.max(...marks.interactions),
    heapGrowthBytes,
    busyMsPerSecond: (busy * 1000) / marks.seconds,
  }
}

/** Runs in the page. */
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
