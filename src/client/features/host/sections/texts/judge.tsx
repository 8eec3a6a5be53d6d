import type { HostText, Presences, TextAction } from '#contract/host/texts.ts'
import { formatAmount } from '#contract/money.ts'
import { formatClock } from '../../format.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RenameForm } from './rename-form.tsx'
import styles from './texts.module.css'
import { describeGone, describeMeanwhile, describeReasons, nameOf } from './wording.ts'

export interface JudgeProps {
  text: HostText
  place: { index: number; count: number }
  /** The text with what another host has decided about it since; undefined if none has. */
  meanwhile: HostText | undefined
  /** The other hosts who look at it. */
  others: Presences
  isBusy: boolean
  isRenaming: boolean
  onAct: (action: TextAction) => void
  /** Rejects if the name was not changed. */
  onRename: (name: string) => Promise<void>
  onCancelRename: () => void
  onNext: () => void
}

/** Shows one text large, why it is held, how the page shows it, and what can be decided. */
export function Judge({ text, place, meanwhile, others, isBusy, ...actions }: JudgeProps) {
  const name = nameOf(text)
  return (
    <Panel
      title={name}
      aside={describePlace(text, place, meanwhile !== undefined)}
      className={styles.judge}
    >
      {meanwhile !== undefined && (
        <p className={styles.others}>
          {describeMeanwhile(meanwhile)}{' '}
          <ConsoleButton variant="light" onClick={actions.onNext}>
            Next text <kbd>j</kbd>
          </ConsoleButton>
        </p>
      )}
      {meanwhile === undefined && others.length > 0 && (
        <p className={styles.others}>
          {others.map((other) => other.name).join(', ')} looks at it too.
        </p>
      )}
      <blockquote dir="auto">{text.approved.message ?? name}</blockquote>
      <p className={styles.why}>
        {describeReasons(text)} {describeName(text)}
      </p>
      <Rows text={meanwhile ?? text} />
      {actions.isRenaming ? (
        <RenameForm name={name} onRename={actions.onRename} onCancel={actions.onCancelRename} />
      ) : (
        <Verdict text={text} isBusy={isBusy} onAct={actions.onAct} />
      )}
    </Panel>
  )
}

function describePlace(
  { changedAt }: HostText,
  { index, count }: JudgeProps['place'],
  isTaken: boolean,
): string {
  const time = formatClock(Date.parse(changedAt))
  return isTaken ? time : `${index + 1} of ${count}, ${time}`
}

function describeName({ anonymous, nameFrom }: HostText): string {
  if (anonymous) return 'The donor chose to stay anonymous.'
  if (nameFrom === 'host') return 'A host has given this name.'
  return nameFrom === 'donor' ? 'The donor chose this name.' : 'The name is the payer’s own.'
}

/** The row of the board, now and after an approval; or that there is none. */
function Rows({ text: { shown, approved, amountCents, leftCents } }: { text: HostText }) {
  if (leftCents === 0) return <p>{describeGone(amountCents)}</p>
  return (
    <dl className={styles.rows}>
      {[
        { label: 'The page shows now', row: shown },
        { label: 'It would show', row: approved },
      ].map(({ label, row }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{row.name ?? 'nothing'}</bdi>
            <span className={styles.amount}>{formatAmount(leftCents)}</span>
            {row.message !== null && <small dir="auto">{row.message}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type VerdictProps = { text: HostText } & Pick<JudgeProps, 'isBusy' | 'onAct'>

function Verdict({ text, isBusy, onAct }: VerdictProps) {
  const { hidden } = text
  return (
    <>
      <fieldset className={styles.verdict}>
        <legend className="visually-hidden">Decide on {nameOf(text)}</legend>
        <ConsoleButton variant="light" busy={isBusy} onClick={() => onAct('approve')}>
          Approve <kbd>a</kbd>
        </ConsoleButton>
        <ConsoleButton busy={isBusy} onClick={() => onAct('approve-name')}>
          Name only <kbd>n</kbd>
        </ConsoleButton>
        <ConsoleButton busy={isBusy} onClick={() => onAct('rename')}>
          Rename <kbd>e</kbd>
        </ConsoleButton>
        <ConsoleButton variant="danger" busy={isBusy} onClick={() => onAct('deny')}>
          Deny <kbd>d</kbd>
        </ConsoleButton>
      </fieldset>
      <ConsoleButton
        variant="bare"
        busy={isBusy}
        className={styles.hide}
        onClick={() => onAct(hidden ? 'show' : 'hide')}
      >
        {hidden ? 'Show the row again' : 'Hide the row'}
      </ConsoleButton>
    </>
  )
}
