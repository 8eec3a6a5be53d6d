import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { callHost } from './call-host.ts'
import { changes, type ChangeTopic } from './changes.ts'
import { connection } from './connection.ts'
import { liveChanges } from './live-changes.ts'
import { Throttle } from './throttle.ts'

/** The state of a route in a section: the last data, and what went wrong with the last request. */
export interface HostData<Data> {
  /** The last response; it stays while later requests fail. */
  data: Data | undefined
  /** The failure of the last request; undefined after a success. */
  error: AppError | undefined
  /** Fetches the data again, now. */
  refresh: () => Promise<void>
}

/** The pause between two requests for the same data while stream or server are away, ms. */
const POLL_INTERVAL_MS = 15_000

/** The same while the stream tells of changes, ms: for the few things that it does not tell of. */
const LIVE_POLL_INTERVAL_MS = 60_000

/** The least time between two requests for the same data because of the stream, ms. */
const MIN_INTERVAL_MS = 1_000

const NO_TOPICS: readonly ChangeTopic[] = []

/**
 * Fetches a route of the host's side and keeps its data up to date while it is shown and the tab is
 * visible; `topics`, which must be the same array every time, name the changes after which it is
 * fetched: at once after an own action, at most once a second after those of others. Another path
 * cancels the request and begins anew; without one nothing is fetched. Render it with `DataView`.
 */
export function useHostData<Schema extends z.ZodType>(
  path: string | undefined,
  schema: Schema,
  topics: readonly ChangeTopic[] = NO_TOPICS,
): HostData<z.output<Schema>> {
  const [known, setKnown] = useState<Known<z.output<Schema>>>({ path })
  const current = known.path === path ? known : { path }
  const controller = useRef<AbortController>(undefined)
  const running = useRef<Promise<void>>(undefined)
  const startedAt = useRef(0)

  const fetchNow = useCallback(async () => {
    if (path === undefined) return
    controller.current?.abort()
    startedAt.current = Date.now()
    const ownController = new AbortController()
    controller.current = ownController
    const { signal } = ownController
    try {
      const data = await callHost(path, schema, { signal })
      setKnown({ path, data })
    } catch (error) {
      if (signal.aborted) return
      setKnown((last) => ({ ...(last.path === path ? last : { path }), error: toAppError(error) }))
    } finally {
      if (controller.current === ownController) controller.current = undefined
    }
  }, [path, schema])

  const refresh = useCallback(() => {
    running.current = fetchNow()
    return running.current
  }, [fetchNow])

  useEffect(() => {
    if (path === undefined) return undefined
    const timer = setTimeout(() => void refresh())
    const stopPolling = poll(() => {
      if (controller.current === undefined) void refresh()
    }, startedAt)
    const stopFollowing = follow(topics, refresh, running)
    return () => {
      clearTimeout(timer)
      stopPolling()
      stopFollowing()
      controller.current?.abort()
    }
  }, [path, refresh, topics])

  return { data: current.data, error: current.error, refresh }
}

interface Known<Data> {
  path: string | undefined
  data?: Data
  error?: AppError
}

/** Refreshes after changes of the topics; the stream's do not abort the request that is running. */
function follow(
  topics: readonly ChangeTopic[],
  refresh: () => Promise<void>,
  running: { readonly current: Promise<void> | undefined },
): () => void {
  const throttle = new Throttle(async () => {
    await running.current
    if (document.visibilityState === 'visible') await refresh()
  }, MIN_INTERVAL_MS)
  const unsubscribe = changes.subscribe(topics, (origin) => {
    if (origin === 'stream') throttle.request()
    else void refresh()
  })
  return () => {
    unsubscribe()
    throttle.cancel()
  }
}

/** Calls the action in intervals while the tab is visible, and when it becomes visible or online. */
function poll(action: () => void, startedAt: { readonly current: number }): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const runIfVisible = () => (document.visibilityState === 'visible' ? action() : undefined)
  const timer = setInterval(() => {
    // A request may fail while the stream lives: what is shown is old from then on.
    const isFollowed = liveChanges.read() === 'live' && connection.read().failingSince === undefined
    if (isFollowed && Date.now() - startedAt.current < LIVE_POLL_INTERVAL_MS) return
    runIfVisible()
  }, POLL_INTERVAL_MS)
  document.addEventListener('visibilitychange', runIfVisible, { signal })
  addEventListener('online', runIfVisible, { signal })
  return () => {
    clearInterval(timer)
    controller.abort()
  }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('unknown', 'Something went wrong. Load the page again.', { cause: error })
}
