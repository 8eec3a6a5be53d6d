import { useEffect, useState } from 'react'
import { presencesSchema, type Presences } from '#contract/host/texts.ts'
import { ROUTES } from '#contract/routes.ts'
import { callHost } from '../../api/call-host.ts'

/** The pause between two requests that say where this host is, ms. */
const INTERVAL_MS = 4_000

const NOBODY: Presences = []

/** Says which text this host looks at, and returns where the other hosts are. */
export function usePresences(textId: string | undefined): Presences {
  const [presences, setPresences] = useState(NOBODY)
  useEffect(() => {
    if (textId === undefined) return undefined
    const controller = new AbortController()
    const say = async () => {
      if (document.visibilityState !== 'visible') return
      const path = `${ROUTES.hostTexts}/${textId}/presence`
      const call = { method: 'POST', body: { isHere: true }, signal: controller.signal } as const
      try {
        setPresences((await callHost(path, presencesSchema, call)).presences)
      } catch {
        // The frame tells that the server is away; nobody is known to be here meanwhile.
        setPresences(NOBODY)
      }
    }
    void say()
    const timer = setInterval(() => void say(), INTERVAL_MS)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [textId])
  return presences.filter(({ isMe }) => !isMe)
}
