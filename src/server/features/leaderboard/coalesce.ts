import { setImmediate } from 'node:timers/promises'

/**
 * Lets one run of `work` at a time serve many callers: whoever calls during a run shares the next
 * one, so that every promise stands for a run that began after the call.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined

  function run(): Promise<void> {
    current = work().finally(() => (current = undefined))
    return current
  }

  async function runAfter(running: Promise<void>): Promise<void> {
    await Promise.allSettled([running])
    // Runs that never leave the microtask queue would keep everything else waiting.
    await setImmediate()
    next = undefined
    return run()
  }

  return () => {
    if (next !== undefined) return next
    if (current === undefined) return run()
    next = runAfter(current)
    return next
  }
}
