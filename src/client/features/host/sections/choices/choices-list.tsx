import type { HostChoice, HostChoices } from '#contract/host/choices.ts'
import { formatAmount } from '#contract/money.ts'
import { formatShare, readResult } from '#client/lib/choice-result.ts'
import { formatSpan } from '#client/lib/moments.ts'
import { ShareBar } from '#client/ui/share-bar.tsx'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useTask, type Task } from '#client/ui/form/use-task.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { FactLine } from '../../ui/fact-line.tsx'
import { usePages } from '../../ui/list-pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SureButton } from '../../ui/sure-button.tsx'
import styles from '../rounds/rounds.module.css'
import { sendChoice } from './send-choice.ts'

/** Lists all choices, the latest opening first, each with its results and what can be done now. */
export function ChoicesList({
  now,
  choices,
  isWhole,
  timeZone,
  onEdit,
}: HostChoices & { onEdit: (id: string) => void }) {
  const task = useTask()
  const { shown, pager } = usePages(choices)
  return (
    <Panel title="All choices">
      <ProblemNotice problem={task.problem} />
      {choices.length === 0 && (
        <p className={styles.none}>No choice yet. Create the first one here.</p>
      )}
      <ul className={styles.list}>
        {shown.map((choice) => (
          <li key={choice.id}>
            <h4>
              <bdi>{choice.question}</bdi>
            </h4>
            <FactLine
              facts={[
                <b key="state">{describeState(choice, now)}</b>,
                formatSpan(choice.opensAt, choice.closesAt, timeZone),
              ]}
            />
            <Results choice={choice} />
            {!choice.cancelled && <Actions {...{ choice, now, task, onEdit }} />}
          </li>
        ))}
      </ul>
      {pager}
      {!isWhole && (
        <p className={styles.none}>There are more choices than these: the latest 200 are listed.</p>
      )}
    </Panel>
  )
}

function Results({ choice }: { choice: HostChoice }) {
  const { options } = readResult(choice, choice.results)
  return (
    <ol className={styles.results}>
      {options.map(({ id, label, amountCents, share }) => (
        <li key={id}>
          <bdi>{label}</bdi>{' '}
          <span>
            {formatAmount(amountCents)} · {formatShare(share)}
          </span>
          <ShareBar share={share} />
        </li>
      ))}
    </ol>
  )
}

interface ActionsProps {
  choice: HostChoice
  now: string
  task: Task
  onEdit: (id: string) => void
}

function Actions({ choice, now, task, onEdit }: ActionsProps) {
  const { id, question, opensAt, closesAt, withdrawn } = choice
  const isClosed = closesAt <= now
  const act = (path: string) => void task.run(() => sendChoice(`${id}/${path}`, { method: 'POST' }))
  const shared = { name: question, busy: task.busy }
  return (
    <div className={styles.actions}>
      {!isClosed && (
        <ConsoleButton aria-label={`Change: ${question}`} onClick={() => onEdit(id)}>
          Change
        </ConsoleButton>
      )}
      {!isClosed && opensAt <= now && (
        <SureButton
          {...shared}
          label="Close now"
          sure="Yes, close it now"
          onSure={() => act('end')}
        />
      )}
      {isClosed && !withdrawn && (
        <SureButton
          {...shared}
          label="Take off the page"
          sure="Yes, take it off"
          onSure={() => act('withdraw')}
        />
      )}
      <SureButton
        {...shared}
        label="Cancel the choice"
        sure="Yes, cancel it"
        isApart
        onSure={() => act('cancel')}
      />
    </div>
  )
}

function describeState(choice: HostChoice, now: string): string {
  if (choice.cancelled) return 'Cancelled'
  if (now < choice.opensAt) return 'Upcoming'
  if (now < choice.closesAt) return describeOpen(choice)
  const closed = choice.closedEarly ? 'Closed early' : 'Closed'
  return choice.withdrawn ? `${closed}, off the page` : closed
}

function describeOpen({ voted, payable }: HostChoice): string {
  if (payable !== undefined) return 'Open, a first vote is being paid'
  return voted ? 'Open' : 'Open, nobody has voted'
}
