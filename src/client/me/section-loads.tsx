import { createContext, use, useCallback, useEffect, useId, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { NotLoaded } from '#client/features/account/your-account/not-loaded.tsx'
import { useLoaded, type Loaded } from '#client/lib/use-loaded.ts'
import { useStableCallback } from '#client/lib/use-stable-callback.ts'

interface SectionLoad {
  loaded: Loaded<unknown>
  reload: () => void
}

interface SectionLoads {
  report: (id: string, load: SectionLoad | undefined) => void
  /** True once each section is loaded or has failed: only then it is known who tells of failures. */
  isSettled: boolean
  /** True if all sections have failed, which the page tells once. */
  isDown: boolean
}

const Loads = createContext<SectionLoads>({ report: () => {}, isSettled: true, isDown: false })

/** Loads what a section shows; the section is hidden while the page tells of its failure. */
export function useSectionLoad<Value>(load: () => Promise<Value>) {
  const id = useId()
  const { report, isSettled, isDown } = use(Loads)
  const { loaded, reload } = useLoaded(load)
  const reloadSection = useStableCallback(reload)
  useEffect(() => {
    report(id, { loaded, reload: reloadSection })
    return () => report(id, undefined)
  }, [report, id, loaded, reloadSection])
  const isEarly = loaded.state === 'failed' && !isSettled
  return { loaded: isEarly ? LOADING : loaded, reload, isHidden: isDown }
}

const LOADING = { state: 'loading' } as const

export interface SectionsProps {
  children: (outage: ReactNode) => ReactNode
}

/** Renders the sections; `outage` tells of a server that could load none, with one button for all. */
export function Sections({ children }: SectionsProps) {
  const [loads, setLoads] = useState<ReadonlyMap<string, SectionLoad>>(new Map())
  const report = useCallback((id: string, load: SectionLoad | undefined) => {
    setLoads((last) => {
      const others = [...last].filter(([other]) => other !== id)
      return new Map(load === undefined ? others : [...others, [id, load]])
    })
  }, [])
  const all = [...loads.values()]
  const failed = all.map(({ loaded }) => loaded).filter(({ state }) => state === 'failed')
  const isSettled = all.every(({ loaded }) => loaded.state !== 'loading')
  const isDown = failed.length > 1 && failed.length === all.length
  const context = useMemo(() => ({ report, isSettled, isDown }), [report, isSettled, isDown])
  return (
    <Loads value={context}>{children(isDown && <Outage loaded={failed[0]} loads={all} />)}</Loads>
  )
}

interface OutageProps {
  loaded: Loaded<unknown> | undefined
  loads: readonly SectionLoad[]
}

function Outage({ loaded, loads }: OutageProps) {
  if (loaded === undefined || loaded.state === 'ready') return null
  return (
    <NotLoaded
      loaded={loaded}
      failure="Your donations and settings could not be loaded."
      onRetry={() => {
        for (const { reload } of loads) reload()
      }}
    />
  )
}
