import type { HostRounds } from '#contract/host/rounds.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { Round } from '#contract/rounds.ts'
import { formatSpan } from '#client/lib/moments.ts'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useTask, type Task } from '#client/ui/form/use-task.ts'
import { ConsoleLink } from '../../router/console-link.tsx'
import { CONSOLE_PATH } from '../../router/router.ts'
import { useConsole } from '../../session/console-context.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { FactLine } from '../../ui/fact-line.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SureButton } from '../../ui/sure-button.tsx'
import styles from './rounds.module.css'
import { sendRound } from './send-round.ts'

/** The time by which a press extends a round, ms. */
const EXTENSION_MS = 10 * 60_000

/** Lists all rounds, the latest start first, each with what can be done now. */
export function RoundsList({
  now,
  rounds,
  isWhole,
  timeZone,
  onEdit,
}: HostRounds & { onEdit: (id: string) => void }) {
  const task = useTask()
  const { mode } = useConsole()
  return (
    <Panel title="All rounds">
      <ProblemNotice problem={task.problem} />
      {rounds.length === 0 && (
        <p className={styles.none}>No round yet. Create the first one here.</p>
      )}
      <ul className={styles.list}>
        {rounds.map((round) => (
          <li key={round.id}>
            <h4>
              <bdi>{round.name}</bdi>
            </h4>
            <FactLine
              facts={[
                <b key="state">{describeState(round, now)}</b>,
                formatSpan(round.startsAt, round.endsAt, timeZone),
              ]}
            />
            {isOpen(round, now) && <Actions {...{ round, now, task, onEdit }} />}
            {round.results !== null && <Download {...round} />}
          </li>
        ))}
      </ul>
      {!isWhole && (
        <p className={styles.none}>
          There are more rounds than these: the 500 that come next and the 500 latest are listed.
        </p>
      )}
      {mode === 'sandbox' && (
        <p className={styles.tip}>
          A drill in <ConsoleLink to={`${CONSOLE_PATH}/providers`}>Providers</ConsoleLink> plays
          your next round in a minute.
        </p>
      )}
    </Panel>
  )
}

function Download({ id, name }: Pick<Round, 'id' | 'name'>) {
  return (
    <p>
      <a href={`${HOST_ROUTES.rounds}/${id}/results.csv`} download>
        Download all places (CSV)
        <span className="visually-hidden">: {name}</span>
      </a>
    </p>
  )
}

interface ActionsProps {
  round: Round
  now: string
  task: Task
  onEdit: (id: string) => void
}

function Actions({ round, now, task, onEdit }: ActionsProps) {
  const { id, name, endsAt } = round
  const runs = round.startsAt <= now
  const extended = new Date(Date.parse(endsAt) + EXTENSION_MS).toISOString()
  const extend = () => sendRound(id, { method: 'PATCH', body: { endsAt: extended } })
  return (
    <div className={styles.actions}>
      <ConsoleButton aria-label={`Change: ${name}`} onClick={() => onEdit(id)}>
        Change
      </ConsoleButton>
      <ConsoleButton
        busy={task.busy}
        aria-label={`+ 10 min: ${name}`}
        onClick={() => void task.run(extend)}
      >
        + 10 min
      </ConsoleButton>
      {runs && (
        <SureButton
          label="End now"
          sure="Yes, end it now"
          name={name}
          busy={task.busy}
          onSure={() => void task.run(() => sendRound(`${id}/end`, { method: 'POST' }))}
        />
      )}
      <SureButton
        label="Cancel the round"
        isApart
        sure="Yes, cancel it"
        name={name}
        busy={task.busy}
        onSure={() => void task.run(() => sendRound(`${id}/cancel`, { method: 'POST' }))}
      />
    </div>
  )
}

function isOpen({ cancelled, results, endsAt }: Round, now: string): boolean {
  return !cancelled && results === null && now < endsAt
}

function describeState(round: Round, now: string): string {
  if (round.cancelled) return 'Cancelled'
  if (round.results !== null) {
    const version = round.results === 1 ? '' : `, results in version ${round.results}`
    return `${round.endedEarly ? 'Ended early' : 'Over'}${version}`
  }
  if (now < round.startsAt) return 'Upcoming'
  return now < round.endsAt ? 'Running' : 'Being counted'
}
