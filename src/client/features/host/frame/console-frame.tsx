import { Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { liveChanges } from '../api/live-changes.ts'
import { useConsole } from '../session/console-context.ts'
import type { Refusal } from '../session/host-session.ts'
import { CONSOLE_PATH, router, usePlace } from '../router/router.ts'
import { NotPermittedGate, NowhereGate, RefusalGate } from '../gates/inner-gates.tsx'
import { findSection, listSections, type Section } from '../sections/sections.ts'
import { ShortcutsHelp } from '../shortcuts/shortcuts-help.tsx'
import styles from './console-frame.module.css'
import { Outage } from './outage.tsx'
import { Rail } from './rail.tsx'
import { SectionCrash } from './section-crash.tsx'

export interface ConsoleFrameProps {
  refusal: Refusal | undefined
  onAccount: () => void
}

/** Lays out the console: the rail with the sections, and the section of the address. */
export function ConsoleFrame({ refusal, onAccount }: ConsoleFrameProps) {
  const { account, mode } = useConsole()
  const { path } = usePlace()
  const sections = listSections(account.role)
  const section = findSection(path)
  useFirstSection(path, sections)

  return (
    <div className={styles.frame} data-mode={mode}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <Rail sections={sections} current={section} onAccount={onAccount} />
      <main id="main" aria-label="Section" className={styles.main} tabIndex={-1}>
        <div className={styles.galaxy} aria-hidden="true" />
        <Outage />
        {renderContent()}
      </main>
      <ShortcutsHelp sections={sections} />
      {refusal === undefined && <LiveConnection key={`${account.userId} ${account.role}`} />}
    </div>
  )

  function renderContent() {
    if (refusal !== undefined) return <RefusalGate refusal={refusal} onAccount={onAccount} />
    if (section === undefined) return <NowhereGate />
    if (!sections.includes(section)) return <NotPermittedGate section={section} />
    const { LazyPart, reset } = section.part
    return (
      <ErrorBoundary key={section.path} FallbackComponent={SectionCrash} onReset={reset}>
        <Suspense fallback={<output>Loading {section.name} …</output>}>
          <LazyPart />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

/** Leads a host whose role has no overview to their first section. */
function useFirstSection(path: string, sections: readonly Section[]): void {
  const first = sections[0]?.path
  useEffect(() => {
    if (path === CONSOLE_PATH && first !== undefined && first !== CONSOLE_PATH) {
      router.navigate(first, { replace: true })
    }
  }, [path, first])
}

/** Follows the changes that the server tells of. */
function LiveConnection() {
  useEffect(() => liveChanges.start(), [])
  return null
}
