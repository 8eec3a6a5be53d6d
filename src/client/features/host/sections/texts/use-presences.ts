import { useEffect, useState } from 'react'
import { presencesSchema, type Presences } from '#contract/host/texts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { callHost } from '../../api/call-host.ts'
import { changes, type ChangeTopic } from '../../api/changes.ts'
import { liveChanges } from '../../api/live-changes.ts'
import { Throttle } from '../../api/throttle.ts'

/** The pause between two requests that say where this host is, ms. */
const INTERVAL_MS = 4_000

/** The same while the live stream tells where the others are, ms: well before one counts as gone. */
const LIVE_INTERVAL_MS = 8_000

/** The least time between two requests because others have moved, ms. */
const MIN_INTERVAL_MS = 500

const PRESENCES: readonly ChangeTopic[] = ['presences']

const NOBODY: Presences = []

/** Says which text this host looks at, and returns where the other hosts are. */
export function usePresences(textId: string | undefined): Presences {
  const [presences, setPresences] = useState(NOBODY)
  useEffect(() => {
    if (textId === undefined) return undefined
    const controller = new AbortController()
    let saidAt = 0
    const say = async () => {
      if (document.visibilityState !== 'visible') return
      saidAt = Date.now()
      try {
        setPresences(await sayWhere(textId, true, controller.signal))
      } catch {
        // The frame tells that the server is away; nobody is known to be here meanwhile.
        setPresences(NOBODY)
      }
    }
    const throttle = new Throttle(say, MIN_INTERVAL_MS)
    throttle.request()
    const stopFollowing = changes.subscribe(PRESENCES, () => throttle.request())
    const timer = setInterval(() => {
      const isFollowed = liveChanges.read() === 'live'
      if (!isFollowed || Date.now() - saidAt >= LIVE_INTERVAL_MS) throttle.request()
    }, INTERVAL_MS)
    const leave = () => {
      // If it is lost, the server takes the host for gone some seconds later.
      void sayWhere(textId, false).catch(() => undefined)
    }
    const onVisibility = () => {
      if (document.visibilityState === 'visible') throttle.request()
      else leave()
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearInterval(timer)
      throttle.cancel()
      stopFollowing()
      document.removeEventListener('visibilitychange', onVisibility)
      controller.abort()
      leave()
    }
  }, [textId])
  return presences.filter(({ isMe }) => !isMe)
}

async function sayWhere(textId: string, isHere: boolean, signal?: AbortSignal): Promise<Presences> {
  const path = `${HOST_ROUTES.texts}/${textId}/presence`
  const call = { method: 'POST', body: { isHere }, ...(signal && { signal }) } as const
  return (await callHost(path, presencesSchema, call)).presences
}
