import { useState } from 'react'
import type { AuditEntry as Entry } from '#contract/host/audit.ts'
import { hasPermission } from '#contract/host/roles.ts'
import { Notice } from '#client/ui/notice.tsx'
import { useConsole } from '../../session/console-context.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { DataView } from '../../ui/data-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useMinWidth } from '../../ui/use-min-width.ts'
import { SectionTop } from '../section-top.tsx'
import { AuditEntry } from './audit-entry.tsx'
import { AuditExports, AuditFilters } from './audit-filters.tsx'
import styles from './audit.module.css'
import { useAudit } from './use-audit.ts'

/** The least window in which filters stand in the open, as the styles of their fold have it. */
const UNFOLDED = '52rem'

/** Shows who did what, when, and what it changed. */
export function Audit() {
  const [query, setQuery] = useState('')
  const audit = useAudit(query)
  const seesAll = hasPermission(useConsole().account.role, 'team')
  const isUnfolded = useMinWidth(UNFOLDED)
  const exports = <AuditExports query={query} />
  const shown = audit.join(audit.source.data?.entries ?? [])
  return (
    <>
      <SectionTop
        name="Audit"
        lead={
          seesAll
            ? 'What hosts did, the latest first. Nobody can change or delete an entry.'
            : 'What hosts did with money, the latest first. Owners see all other actions too.'
        }
      />
      <Panel title="Actions" aside={isUnfolded ? exports : undefined}>
        <AuditFilters actors={useActors(shown)} query={query} onFilter={setQuery}>
          {!isUnfolded && exports}
        </AuditFilters>
        <DataView source={audit.source} name="the audit log">
          {({ entries }) => <Entries entries={audit.join(entries)} isFiltered={query !== ''} />}
        </DataView>
        {audit.problem !== undefined && (
          <Notice ariaRole="alert" tone="error">
            {audit.problem}
          </Notice>
        )}
        {audit.hasMore && (
          <ConsoleButton
            className={styles.more}
            busy={audit.isBusy}
            onClick={() => void audit.loadMore()}
          >
            Load more
          </ConsoleButton>
        )}
      </Panel>
    </>
  )
}

function Entries({ entries, isFiltered }: { entries: readonly Entry[]; isFiltered: boolean }) {
  if (entries.length === 0) {
    return (
      <p className={styles.none}>
        {isFiltered
          ? 'No action matches. Choose fewer filters.'
          : 'Nothing was done yet. Each change that a host makes will be listed here.'}
      </p>
    )
  }
  return (
    <ol className={styles.list}>
      {entries.map((entry) => (
        <AuditEntry key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

/** Collects everybody who was seen as an actor, also before a filter hid the others. */
function useActors(entries: readonly Entry[]): [id: string, name: string][] {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const unseen = entries.filter(({ actor }) => !known.has(actor.id))
  if (unseen.length > 0) {
    const added = unseen.map(({ actor }) => [actor.id, actor.email ?? actor.role] as const)
    setKnown(new Map([...known, ...added]))
  }
  return [...known]
}
