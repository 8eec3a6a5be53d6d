import { DRILLS, type DrillName, type DrillRun } from '#contract/host/drills.ts'
import type { PaymentsMode } from '#contract/config.ts'
import { Notice } from '#client/ui/notice.tsx'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { DataView } from '../../../ui/data-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { describeRun, DRILL_WORDS } from './drill-words.ts'
import { DrillRunView } from './drill-run.tsx'
import styles from './drills.module.css'
import { useDrills, type Drills as DrillsSource } from './use-drills.ts'

/** Rehearsals of what providers do to a host, where the providers are stand-ins. */
export function Drills({ mode }: { mode: PaymentsMode }) {
  if (mode !== 'sandbox') {
    return (
      <p className={styles.absent}>
        There are no drills here: they exist only with <code>PAYMENTS=sandbox</code>, where the
        providers are stand-ins that can be made to fail.
      </p>
    )
  }
  return <DrillsPanel />
}

function DrillsPanel() {
  const drills = useDrills()
  const { source, problem } = drills
  return (
    <Panel title="Drills" aside="sandbox only" className={styles.panel}>
      <p className={styles.lead}>
        See what this server does when a provider fails. A drill pays with test money; its donors
        are named ‘Drill-…’ and stay on the board until the test donations are deleted. Hosts may be
        mailed, as in earnest.
      </p>
      {problem !== undefined && (
        <Notice ariaRole="alert" tone="error">
          {problem}
        </Notice>
      )}
      <DataView source={source} name="the drills" lines={6}>
        {({ run }) => (
          <>
            <output className="visually-hidden">{run === null ? '' : describeRun(run)}</output>
            <ul className={styles.list}>
              {DRILLS.map((drill) => (
                <Drill key={drill} drill={drill} run={run} drills={drills} />
              ))}
            </ul>
          </>
        )}
      </DataView>
    </Panel>
  )
}

interface DrillProps {
  drill: DrillName
  /** The drill that runs, or the last one. */
  run: DrillRun | null
  drills: DrillsSource
}

function Drill({ drill, run, drills: { isBusy, start, stop } }: DrillProps) {
  const { name, sentence } = DRILL_WORDS[drill]
  const isRunning = run?.state === 'running'
  const isOwn = run?.drill === drill
  return (
    <li className={isOwn ? styles.open : undefined}>
      <div className={styles.drill}>
        <div>
          <h4>{name}</h4>
          <p>{sentence}</p>
        </div>
        <ConsoleButton
          aria-label={`Start: ${name}`}
          busy={isBusy || isRunning}
          onClick={() => void start(drill)}
        >
          Start
        </ConsoleButton>
      </div>
      {isOwn && <DrillRunView run={run} isBusy={isBusy} onStop={() => void stop()} />}
    </li>
  )
}
