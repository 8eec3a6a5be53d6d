import { useEffect, useRef } from 'react'
import type { DrillRun } from '#contract/host/drills.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import { formatDifference } from '../../../format.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { CourseChart } from './course-chart.tsx'
import { CourseTable } from './course-table.tsx'
import { differenceOf, DRILL_WORDS, STATE_WORDS } from './drill-words.ts'
import styles from './drill-run.module.css'

export interface DrillRunViewProps {
  run: DrillRun
  isBusy: boolean
  onStop: () => void
}

/** Shows a drill: how far it is, its steps, and the course of the money. */
export function DrillRunView({ run, isBusy, onStop }: DrillRunViewProps) {
  const { drill, state, paid, planned, steps, course } = run
  const { stop, word } = useFocusAtEnd(state === 'running')
  return (
    <section className={styles.run} aria-label={`Result: ${DRILL_WORDS[drill].name}`}>
      <div className={styles.state}>
        <p ref={word} tabIndex={-1} className={styles.word} data-state={state}>
          {STATE_WORDS[state]}
        </p>
        <p className={styles.paid}>
          {formatCount(paid)} of {formatCount(planned)} donations paid
        </p>
        {state === 'running' && (
          <ConsoleButton ref={stop} busy={isBusy} onClick={onStop}>
            Stop the drill
          </ConsoleButton>
        )}
      </div>
      {state === 'running' && (
        <progress className={styles.progress} value={paid} max={Math.max(1, planned)}>
          {paid}
        </progress>
      )}
      <div className={styles.parts}>
        <ol className={styles.steps}>
          {steps.map(({ at, kind, sentence }) => (
            <li key={`${at} ${sentence}`} data-kind={kind}>
              {sentence}
            </li>
          ))}
        </ol>
        {course.length > 1 && (
          <div className={styles.course}>
            <Figures run={run} />
            <CourseChart run={run} />
            <details>
              <summary>All measurements</summary>
              <CourseTable course={course} />
            </details>
          </div>
        )}
      </div>
    </section>
  )
}

/** Moves the focus from the button that stops a drill to its result, when the button goes. */
function useFocusAtEnd(isRunning: boolean) {
  const stop = useRef<HTMLButtonElement>(null)
  const word = useRef<HTMLParagraphElement>(null)
  const wasOnStop = useRef(false)
  // After each render, because the button is gone when the drill has ended.
  useEffect(() => {
    if (isRunning) {
      wasOnStop.current = document.activeElement === stop.current
      return
    }
    if (wasOnStop.current && document.activeElement === document.body) word.current?.focus()
    wasOnStop.current = false
  })
  return { stop, word }
}

/** The difference between providers and ledger at its largest and now, and the overview's drift. */
function Figures({ run: { course } }: { run: DrillRun }) {
  const differences = course.map(differenceOf)
  const largest = differences.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most))
  return (
    <dl className={styles.figures}>
      <div>
        <dt>Largest difference</dt>
        <dd>{formatDifference(largest)}</dd>
      </div>
      <div>
        <dt>Difference now</dt>
        <dd>{formatDifference(differences.at(-1) ?? 0)}</dd>
      </div>
      <div>
        <dt>Difference in the overview</dt>
        <dd>{formatAmount(course.at(-1)?.driftCents ?? 0)}</dd>
      </div>
    </dl>
  )
}
