import type { HostMatch, HostMatches } from '#contract/host/matches.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { formatAmount } from '#contract/money.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useTask, type Task } from '#client/ui/form/use-task.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SureButton } from '../../ui/sure-button.tsx'
import styles from '../rounds/rounds.module.css'
import { sendMatch } from './send-match.ts'

/** Lists all matches, the latest start first, each with its sum and what can be done now. */
export function MatchesList({
  now,
  matches,
  onEdit,
}: HostMatches & { onEdit: (id: string) => void }) {
  const task = useTask()
  return (
    <Panel title="All matches">
      <ProblemNotice problem={task.problem} />
      {matches.length === 0 && (
        <p className={styles.none}>There is none yet: the page is as it is.</p>
      )}
      <ul className={styles.list}>
        {matches.map((match) => (
          <li key={match.id}>
            <h4>
              <bdi>{match.sponsor}</bdi>
            </h4>
            <p>
              <b>{describeState(match, now)}</b> · {formatMoment(Date.parse(match.startsAt))} –{' '}
              {formatMoment(Date.parse(match.endsAt))}
            </p>
            <p>
              {match.ratePercent}% of {formatAmount(match.countedCents)}:{' '}
              <b>{formatAmount(match.matchedCents)}</b> of at most {formatAmount(match.capCents)}
            </p>
            {!match.cancelled && <Actions {...{ match, now, task, onEdit }} />}
          </li>
        ))}
      </ul>
      {matches.length > 0 && (
        <p>
          <a
            className={styles.file}
            href={`${HOST_ROUTES.exports}/matches.csv`}
            download="matches.csv"
          >
            All sums as CSV
          </a>
        </p>
      )}
    </Panel>
  )
}

interface ActionsProps {
  match: HostMatch
  now: string
  task: Task
  onEdit: (id: string) => void
}

function Actions({ match, now, task, onEdit }: ActionsProps) {
  const { id, sponsor, startsAt, over } = match
  const act = (path: string) => void task.run(() => sendMatch(`${id}/${path}`, { method: 'POST' }))
  const shared = { name: sponsor, busy: task.busy }
  return (
    <div className={styles.actions}>
      {!over && (
        <ConsoleButton aria-label={`Change: ${sponsor}`} onClick={() => onEdit(id)}>
          Change
        </ConsoleButton>
      )}
      {!over && startsAt <= now && (
        <SureButton
          {...shared}
          label="Stop now"
          sure="Yes, stop it now"
          onSure={() => act('stop')}
        />
      )}
      <SureButton {...shared} label="Cancel" sure="Yes, cancel it" onSure={() => act('cancel')} />
    </div>
  )
}

function describeState(match: HostMatch, now: string): string {
  if (match.cancelled) return 'Cancelled'
  if (now < match.startsAt) return 'To come'
  if (match.over) return match.stoppedEarly ? 'Stopped early' : 'Over'
  return match.matchedCents >= match.capCents ? 'Used up' : 'Runs'
}
