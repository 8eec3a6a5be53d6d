import { useId, useState } from 'react'
import type { BoardId } from '#contract/boards.ts'
import { MAX_STARS } from '#contract/donor-teams/modes.ts'
import type { Team, TeamDetail } from '#contract/donor-teams/teams.ts'
import { formatAmount } from '#contract/money.ts'
import { ROUTES } from '#contract/routes.ts'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import { callApi } from '#client/lib/api.ts'
import { findByName, SEARCHED_FROM } from '#client/lib/find-by-name.ts'
import { formatCount } from '#client/lib/format.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { TeamFigure } from './team-figure.tsx'
import { centsOf, countDonors } from './team-words.ts'
import styles from './teams-dialog.module.css'

export interface TeamsDialogProps {
  boardId: BoardId
  teams: readonly Team[]
  onClose: () => void
}

/** Lists all teams with their figures, many with a search; each opens its donors. */
export function TeamsDialog({ boardId, teams, onClose }: TeamsDialogProps) {
  const [openId, setOpenId] = useState<string>()
  const [search, setSearch] = useState('')
  const found = findByName(teams, search)
  return (
    <DialogCard
      titleId={useId()}
      title="Constellations"
      lead="The donors of each are its stars, brighter the more they gave."
      width="wide"
      onClose={onClose}
    >
      {teams.length >= SEARCHED_FROM && <Search value={search} onChange={setSearch} />}
      {found.length === 0 && <output className={styles.note}>No name has this in it.</output>}
      <div className={styles.list}>
        <ol className={styles.teams}>
          {found.map((team) => (
            <li key={team.id}>
              <button
                type="button"
                className={styles.team}
                aria-expanded={openId === team.id}
                onClick={() => setOpenId(openId === team.id ? undefined : team.id)}
              >
                <span className={styles.place}>
                  {team.position === null ? '–' : `#${formatCount(team.position)}`}
                </span>
                <TeamFigure id={team.id} stars={team.stars} />
                <bdi className={styles.name}>{team.name}</bdi>
                <span className={styles.sum}>
                  {formatAmount(centsOf(boardId, team))}
                  <small>
                    {countDonors(team)}
                    {!team.open && ' · closed'}
                  </small>
                </span>
              </button>
              {openId === team.id && <Stars boardId={boardId} team={team} />}
            </li>
          ))}
        </ol>
      </div>
    </DialogCard>
  )
}

interface SearchProps {
  value: string
  onChange: (search: string) => void
}

function Search({ value, onChange }: SearchProps) {
  const id = useId()
  return (
    <div className={styles.search}>
      <label htmlFor={id}>Search by name</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

function Stars({ boardId, team }: { boardId: BoardId; team: Team }) {
  const path = `${ROUTES.teams}/${team.id}?board=${boardId}`
  const { loaded, reload } = useLoaded(() => callApi<TeamDetail>(path))
  if (loaded.state === 'loading') return <output className={styles.note}>One moment …</output>
  if (loaded.state === 'failed') {
    return (
      <p className={styles.note} role="alert">
        Its donors could not be loaded.{' '}
        <Button variant="link" onClick={reload}>
          Try again
        </Button>
      </p>
    )
  }
  const { stars } = loaded.value
  if (stars.length === 0) return <p className={styles.note}>Nobody has given for it yet.</p>
  return (
    <>
      <ol className={styles.stars}>
        {stars.map(({ name, amountCents }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- stars have no names of their own
          <li key={index}>
            <span className={styles.rank}>{index + 1}</span>
            <bdi>{name ?? ANONYMOUS}</bdi>
            <span>{formatAmount(amountCents)}</span>
          </li>
        ))}
      </ol>
      {stars.length >= MAX_STARS && (
        <p className={styles.note}>These are its first {formatCount(MAX_STARS)} donors.</p>
      )}
    </>
  )
}
