import { useId } from 'react'
import selectStyles from '#client/ui/select.module.css'
import styles from './teams.module.css'
import type { TeamChoices } from './teams-api.ts'

/** The number of teams from which they stand by name, so that one is found by typing it. */
const BY_NAME_FROM = 13

export interface TeamSelectProps {
  /** The one with the highest sum first. */
  teams: TeamChoices['teams']
  /** The id of the chosen team; null for none. */
  value: string | null
  describedBy: string | undefined
  onChange: (teamId: string | null) => void
}

/** Chooses a team or none. */
export function TeamSelect({ teams, value, describedBy, onChange }: TeamSelectProps) {
  const id = useId()
  const listed = teams.length < BY_NAME_FROM ? teams : teams.toSorted(compareNames)
  return (
    <div className={styles.select}>
      <label htmlFor={id}>Your constellation</label>
      <select
        id={id}
        className={selectStyles.select}
        value={value ?? ''}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">No constellation</option>
        {listed.map((team) => (
          <option key={team.id} value={team.id}>
            {team.name}
          </option>
        ))}
      </select>
    </div>
  )
}

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function compareNames(a: { name: string }, b: { name: string }): number {
  return compare(a.name, b.name)
}
