import type { HitCounter, HitLimit } from './hit-counter.ts'

/** About 15 MB; only an attack from many networks reaches it. */
const MAX_KEYS = 100_000

interface Window {
  count: number
  endsAt: number
}

/** Creates the counter of one node. When it is full, it drops the windows that began first. */
export function createMemoryHits({
  clock,
  maxKeys = MAX_KEYS,
}: {
  clock: () => number
  maxKeys?: number
}): HitCounter {
  const windows = new Map<string, Window>()

  function findOpen(key: string, now: number): Window | undefined {
    const window = windows.get(key)
    if (window === undefined || window.endsAt > now) return window
    windows.delete(key)
    return undefined
  }

  function countHit(key: string, now: number, windowMs: number): void {
    const window = findOpen(key, now)
    if (window !== undefined) {
      window.count += 1
      return
    }
    const [oldest] = windows.keys()
    if (windows.size >= maxKeys && oldest !== undefined) windows.delete(oldest)
    windows.set(key, { count: 1, endsAt: now + windowMs })
  }

  return {
    hit: async (limits, windowMs) => {
      const now = clock()
      const waits = limits.map(({ key, max }: HitLimit) => {
        const window = findOpen(key, now)
        return window !== undefined && window.count >= max ? window.endsAt - now : 0
      })
      const waitMs = Math.max(...waits)
      if (waitMs === 0) for (const { key } of limits) countHit(key, now, windowMs)
      return waitMs
    },
    close: async () => windows.clear(),
  }
}
