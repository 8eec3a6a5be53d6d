import { setImmediate } from 'node:timers/promises'

/**
 * Returns a function that runs `work` at most once at a time: calls during a run share the next
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
    // Without this, runs that never leave the microtask queue would starve everything else.
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
