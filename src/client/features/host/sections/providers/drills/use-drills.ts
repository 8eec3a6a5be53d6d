import { useEffect, useState } from 'react'
import { hostDrillsSchema, type DrillName, type DrillRun } from '#contract/host/drills.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ApiCall } from '#client/lib/api.ts'
import { callHost } from '../../../api/call-host.ts'
import { changes, type ChangeTopic } from '../../../api/changes.ts'
import { useHostData, type HostData } from '../../../api/use-host-data.ts'

/** Another host's drill shows by its donations. */
const TOPICS: readonly ChangeTopic[] = ['donations']

/** The pause between two requests while a drill runs, ms. */
const POLL_INTERVAL_MS = 1_000

export interface Drills {
  source: HostData<{ run: DrillRun | null }>
  isBusy: boolean
  /** The sentence of a request that failed. */
  problem: string | undefined
  start: (drill: DrillName) => Promise<void>
  stop: () => Promise<void>
}

/** Follows the drill that runs, and starts and stops drills. */
export function useDrills(): Drills {
  const source = useHostData(HOST_ROUTES.drills, hostDrillsSchema, TOPICS)
  const { data, refresh } = source
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isRunning = data?.run?.state === 'running'

  useEffect(() => {
    if (!isRunning) return undefined
    const stopPolling = pollInTurn(refresh)
    return () => {
      stopPolling()
      changes.announce(['money', 'donations', 'concerns'])
    }
  }, [isRunning, refresh])

  async function send(call: ApiCall): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await callHost(HOST_ROUTES.drills, hostDrillsSchema, call)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong.')
    } finally {
      await refresh()
      setBusy(false)
    }
  }

  return {
    source,
    isBusy,
    problem,
    start: (drill) => send({ method: 'POST', body: { drill } }),
    stop: () => send({ method: 'DELETE' }),
  }
}

/** Repeats a request while the tab is visible, each time a moment after the last one has ended. */
function pollInTurn(request: () => Promise<void>): () => void {
  let isOver = false
  let timer = setTimeout(() => void next(), POLL_INTERVAL_MS)
  async function next(): Promise<void> {
    // Once it is seen again, `useHostData` fetches at once.
    if (document.visibilityState === 'visible') await request()
    if (!isOver) timer = setTimeout(() => void next(), POLL_INTERVAL_MS)
  }
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
