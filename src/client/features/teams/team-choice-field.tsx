import { useId, useRef, useState } from 'react'
import { stopAfter } from '#contract/full-stop.ts'
import type { TeamChoice } from '#contract/donor-teams/choice.ts'
import type { FoundedTeam } from '#contract/donor-teams/teams.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'
import { Button } from '#client/ui/button.tsx'
import { FoundButton } from './found-dialog.tsx'
import styles from './teams.module.css'
import { fetchTeamChoices, withOwn, type TeamChoices } from './teams-api.ts'
import { TeamSelect } from './team-select.tsx'

export interface TeamChoiceFieldProps {
  /** Called with the team for the next donation; before that it is the one that the donor is in. */
  onChoose: (choice: TeamChoice) => void
}

/** Asks in the donation panel for which team a donation is, the donor's own one chosen already. */
export function TeamChoiceField({ onChoose }: TeamChoiceFieldProps) {
  const { loaded, reload } = useLoaded(fetchTeamChoices)
  if (loaded.state === 'loading') return <div className={styles.field} aria-hidden="true" />
  if (loaded.state === 'failed') {
    return (
      <div className={styles.field}>
        <output>The constellations could not be loaded; you stay in yours.</output>
        <Button variant="link" onClick={reload}>
          Try again
        </Button>
      </div>
    )
  }
  return <Choice choices={loaded.value} onChoose={onChoose} />
}

interface ChoiceProps extends TeamChoiceFieldProps {
  choices: TeamChoices
}

function Choice({ choices, onChoose }: ChoiceProps) {
  const { team, bound } = choices.membership
  if (bound === null || team === null) return <FreeChoice choices={choices} onChoose={onChoose} />
  return (
    <p className={styles.field}>
      You are in <bdi>{team.name}</bdi>
      {stopAfter(team.name)} <span className={styles.note}>{bound}</span>
    </p>
  )
}

function FreeChoice({ choices: { teams, membership }, onChoose }: ChoiceProps) {
  const noteId = useId()
  const select = useRef<HTMLSelectElement>(null)
  const [founded, setFounded] = useState<FoundedTeam['team']>()
  const [value, setValue] = useState(membership.team?.open === true ? membership.team.id : null)

  function choose(teamId: string | null): void {
    setValue(teamId)
    onChoose({ teamId })
  }

  const canFound = membership.cannotFound === null && founded === undefined
  const all = founded ? withOwn(teams, [founded]) : teams
  if (all.length === 0 && !canFound) return null
  const isHeld = founded?.held === true && founded.id === value
  return (
    <div className={styles.field} data-together="">
      <TeamSelect ref={select} teams={all} value={value} describedBy={noteId} onChange={choose} />
      <p id={noteId} className={styles.note}>
        {isHeld ? HELD : describeChoice(all.find(({ id }) => id === value))}
      </p>
      {canFound && (
        <FoundButton
          select={select}
          onFounded={(team) => {
            setFounded(team)
            choose(team.id)
          }}
        />
      )}
    </div>
  )
}

const HELD = 'Its name waits for approval: until then others read “Constellation” and a number.'

function describeChoice(team: { name: string } | undefined) {
  if (team === undefined) return 'Your donation can count for a constellation too.'
  return (
    <>
      Your donation counts for <bdi>{team.name}</bdi> too. You become one of its stars.
    </>
  )
}
