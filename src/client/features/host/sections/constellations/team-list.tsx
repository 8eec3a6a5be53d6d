import type { HostTeam, HostTeams } from '#contract/host/donor-teams.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useTask, type Task } from '#client/ui/form/use-task.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './constellations.module.css'
import { sendTeam } from './send-team.ts'

/** Lists all teams, those with a name to decide about first. */
export function TeamList({ teams, onEdit }: HostTeams & { onEdit: (id: string) => void }) {
  const task = useTask()
  return (
    <Panel title="All constellations">
      <ProblemNotice problem={task.problem} />
      {teams.length === 0 && (
        <p className={styles.none}>
          There is none yet. Whether donors can choose and found them is set in the campaign.
        </p>
      )}
      <ul className={styles.list}>
        {teams.map((team) => (
          <li key={team.id} data-closed={team.closedAt !== null || undefined}>
            <h4>
              <bdi>{team.name}</bdi>
            </h4>
            <p>
              {describeState(team)}
              {describeGiven(team)}
            </p>
            <Actions {...{ team, task, onEdit }} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface ActionsProps {
  team: HostTeam
  task: Task
  onEdit: (id: string) => void
}

function Actions({ team: { id, name, held, closedAt }, task, onEdit }: ActionsProps) {
  const send = (body: object) => void task.run(() => sendTeam(id, { method: 'PATCH', body }))
  const isOpen = closedAt === null
  return (
    <div className={styles.actions}>
      {held && (
        <ConsoleButton
          variant="light"
          busy={task.busy}
          aria-label={`Approve the name: ${name}`}
          onClick={() => send({ approved: true })}
        >
          Approve the name
        </ConsoleButton>
      )}
      <ConsoleButton aria-label={`Rename: ${name}`} onClick={() => onEdit(id)}>
        Rename
      </ConsoleButton>
      <ConsoleButton
        busy={task.busy}
        aria-label={`${isOpen ? 'Close' : 'Open again'}: ${name}`}
        onClick={() => send({ open: !isOpen })}
      >
        {isOpen ? 'Close' : 'Open again'}
      </ConsoleButton>
    </div>
  )
}

function describeState({ held, closedAt, byDonor }: HostTeam) {
  const state = closedAt === null ? 'Open' : 'Closed'
  return (
    <>
      {held && <b>Others read “A team” until you approve the name · </b>}
      {state} · {byDonor ? 'founded by a donor' : 'founded by a host'}
    </>
  )
}

function describeGiven({ given, members }: HostTeam): string {
  const inIt = members === 1 ? '1 member' : `${formatCount(members)} members`
  if (given === null) return ` · ${inIt}`
  const donors = given.donors === 1 ? '1 donor' : `${formatCount(given.donors)} donors`
  return ` · ${formatAmount(given.amountCents)} · ${donors} · ${inIt}`
}
