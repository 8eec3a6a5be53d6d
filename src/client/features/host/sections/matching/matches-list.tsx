import type { HostMatch, HostMatches } from '#contract/host/matches.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { formatAmount } from '#contract/money.ts'
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
import { sendMatch } from './send-match.ts'

/**
 * Lists all matches, the latest start first, each with its sum and what can be done now; nothing can
 * be done without `onEdit`.
 */
export function MatchesList({
  now,
  matches,
  isWhole,
  timeZone,
  onEdit,
}: HostMatches & { onEdit?: (id: string) => void }) {
  const task = useTask()
  const { shown, pager } = usePages(matches)
  return (
    <Panel title="All matches">
      <ProblemNotice problem={task.problem} />
      {matches.length === 0 && (
        <p className={styles.none}>No match yet.{onEdit && ' Create the first one here.'}</p>
      )}
      <ul className={styles.list}>
        {shown.map((match) => (
          <li key={match.id}>
            <Facts match={match} now={now} timeZone={timeZone} />
            {onEdit && !match.cancelled && <Actions {...{ match, now, task, onEdit }} />}
          </li>
        ))}
      </ul>
      {pager}
      {!isWhole && (
        <p className={styles.none}>There are more matches than these: the latest 200 are listed.</p>
      )}
      {matches.length > 0 && (
        <p>
          <a
            className={styles.file}
            href={`${HOST_ROUTES.exports}/matches.csv`}
            download="matches.csv"
          >
            Download all sums (CSV)
          </a>
        </p>
      )}
    </Panel>
  )
}

interface FactsProps extends Pick<HostMatches, 'now' | 'timeZone'> {
  match: HostMatch
}

function Facts({ match, now, timeZone }: FactsProps) {
  return (
    <>
      <h4>
        <bdi>{match.sponsor}</bdi>
      </h4>
      <FactLine
        facts={[
          <b key="state">{describeState(match, now)}</b>,
          formatSpan(match.startsAt, match.endsAt, timeZone),
        ]}
      />
      <p>
        <b>{formatAmount(match.matchedCents)}</b> of {formatAmount(match.capCents)} used,{' '}
        {describeRate(match)}
      </p>
      <ShareBar share={match.matchedCents / match.capCents} tone="matched" />
    </>
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
      <SureButton
        {...shared}
        label="Cancel the match"
        sure="Yes, cancel it"
        isApart
        onSure={() => act('cancel')}
      />
    </div>
  )
}

/** Says what the sponsor adds, such as `$0.50 for each $1`. */
function describeRate({ ratePercent }: HostMatch): string {
  return `${formatAmount(ratePercent).replace('.00', '')} for each $1`
}

function describeState(match: HostMatch, now: string): string {
  if (match.cancelled) return 'Cancelled'
  if (now < match.startsAt) return 'Upcoming'
  if (match.over) return match.stoppedEarly ? 'Stopped early' : 'Over'
  return match.matchedCents >= match.capCents ? 'Used up' : 'Running'
}
