import { useState } from 'react'
import { auditPageSchema, type AuditEntry } from '#contract/host/audit.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { callHost } from '../../api/call-host.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'

const AUDIT: readonly ChangeTopic[] = ['audit']

interface Older {
  /** The filter to which these entries belong. */
  query: string
  entries: readonly AuditEntry[]
  next: string | null
}

/** Loads the audit log from the latest entry, and older pages on request. */
export function useAudit(query: string) {
  const source = useHostData(`${HOST_ROUTES.audit}?${query}`, auditPageSchema, AUDIT)
  const [older, setOlder] = useState<Older>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const known = older?.query === query ? older : undefined
  const next = known === undefined ? (source.data?.next ?? null) : known.next

  async function loadMore(): Promise<void> {
    if (next === null || isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const path = `${HOST_ROUTES.audit}?${query}&after=${encodeURIComponent(next)}`
      const page = await callHost(path, auditPageSchema)
      // With the first page of now, which moves on as actions are added.
      const shown = join(source.data?.entries ?? [])
      setOlder({ query, entries: [...shown, ...page.entries], next: page.next })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong.')
    } finally {
      setBusy(false)
    }
  }

  /** Returns the first page and the older ones, each entry once. */
  function join(first: readonly AuditEntry[]): AuditEntry[] {
    return [...new Map([...first, ...(known?.entries ?? [])].map((one) => [one.id, one])).values()]
  }

  return { source, join, hasMore: next !== null, isBusy, problem, loadMore }
}
