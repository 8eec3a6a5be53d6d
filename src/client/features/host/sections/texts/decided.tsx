import type { HostText } from '#contract/host/texts.ts'
import { formatClock } from '../../format.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './texts.module.css'
import { describeDecision, nameOf } from './wording.ts'

export interface DecidedProps {
  /** The latest first. */
  texts: readonly HostText[]
  isBusy: boolean
  onUndo: (text: HostText) => void
}

/** Lists what was decided last; everybody can take everything back. */
export function Decided({ texts, isBusy, onUndo }: DecidedProps) {
  return (
    <Panel title="Decided" aside="anybody can undo" className={styles.decided}>
      {texts.length === 0 ? (
        <p className={styles.small}>Nothing yet.</p>
      ) : (
        <ol>
          {texts.map((text) => (
            <li key={text.id}>
              <p>
                <bdi>{nameOf(text)}</bdi>
                <small>
                  {describeDecision(text)}, {formatClock(decidedAt(text))}
                </small>
              </p>
              {text.decision?.action !== 'undo' && (
                <ConsoleButton
                  busy={isBusy}
                  aria-label={`Undo: ${nameOf(text)}`}
                  onClick={() => onUndo(text)}
                >
                  Undo
                </ConsoleButton>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function decidedAt({ decision, changedAt }: HostText): number {
  return Date.parse(decision?.at ?? changedAt)
}
