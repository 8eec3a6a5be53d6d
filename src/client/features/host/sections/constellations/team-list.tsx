import { useId, useState } from 'react'
import type { HostTeam, HostTeams } from '#contract/host/donor-teams.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useTask, type Task } from '#client/ui/form/use-task.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { FactLine } from '../../ui/fact-line.tsx'
import { Field } from '../../ui/field.tsx'
import { ITEMS_A_PAGE, ListPager } from '../../ui/list-pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './constellations.module.css'
import { findTeams } from './find-teams.ts'
import { NoTeams } from './no-teams.tsx'
import { sendTeam } from './send-team.ts'

/** Lists teams a page at a time, those with a name to decide about first, then by their sums. */
export function TeamList({ teams, onEdit }: HostTeams & { onEdit: (id: string) => void }) {
  const task = useTask()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const found = findTeams(teams, search)
  const isLong = teams.length > ITEMS_A_PAGE
  // A page that is gone, as after a search, is none to stay on.
  const begin = page * ITEMS_A_PAGE < found.length ? page * ITEMS_A_PAGE : 0
  return (
    <Panel title="All constellations" aside={isLong ? 'Highest sum first' : undefined}>
      <ProblemNotice problem={task.problem} />
      {teams.length === 0 && <NoTeams />}
      {isLong && (
        <Field label="Search by name" className={styles.search}>
          {(id) => (
            <input
              id={id}
              type="search"
              value={search}
              autoComplete="off"
              onChange={({ target }) => {
                setSearch(target.value)
                setPage(0)
              }}
            />
          )}
        </Field>
      )}
      {isLong && found.length === 0 && <p className={styles.none}>No name has this in it.</p>}
      <ul className={styles.list}>
        {found.slice(begin, begin + ITEMS_A_PAGE).map((team) => (
          <li key={team.id} data-closed={team.closedAt !== null || undefined}>
            <h4>
              <bdi>{team.name}</bdi>
            </h4>
            {team.held && (
              <p className={styles.held}>
                Others read “Constellation” and a number until you approve the name.
              </p>
            )}
            <FactLine facts={listFacts(team)} />
            <Actions {...{ team, task, onEdit }} />
          </li>
        ))}
      </ul>
      {isLong && <ListPager {...{ begin, total: found.length, onPage: setPage }} />}
    </Panel>
  )
}

interface ActionsProps {
  team: HostTeam
  task: Task
  onEdit: (id: string) => void
}

/**
 * Changes a team. A phone has the actions behind a button at the end of the row, unless a name waits:
 * of two hundred rows most are only read.
 */
function Actions({ team: { id, name, held, closedAt }, task, onEdit }: ActionsProps) {
  const actionsId = useId()
  const [isShown, setShown] = useState(false)
  const send = (body: object) => void task.run(() => sendTeam(id, { method: 'PATCH', body }))
  const isOpen = closedAt === null
  return (
    <>
      {!held && (
        <ConsoleButton
          className={styles.change}
          aria-label={`Change: ${name}`}
          aria-expanded={isShown}
          aria-controls={actionsId}
          onClick={() => setShown(!isShown)}
        >
          Change
        </ConsoleButton>
      )}
      <div id={actionsId} className={styles.actions}>
        {held && (
          <ConsoleButton
            variant="light"
            busy={task.busy}
            aria-label={`Approve the name: ${name}`}
            onClick={() => send({ approved: true })}
          >
            Approve
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
    </>
  )
}

/** Lists what there is to tell of a team; of what is nothing it tells nothing. */
function listFacts({ closedAt, byDonor, given, members }: HostTeam): string[] {
  const hasGiven = given !== null && given.donors > 0
  const isEmpty = !hasGiven && members === 0
  return [
    ...(closedAt === null ? [] : ['Closed']),
    ...(hasGiven ? [formatAmount(given.amountCents), count(given.donors, 'donor')] : []),
    ...(members > 0 ? [count(members, 'member')] : []),
    ...(isEmpty ? ['Nobody yet'] : []),
    ...(byDonor ? ['founded by a donor'] : []),
  ]
}

function count(number: number, what: string): string {
  return `${formatCount(number)} ${what}${number === 1 ? '' : 's'}`
}
