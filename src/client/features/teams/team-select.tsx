import { useId, useState } from 'react'
import styles from './teams.module.css'
import type { TeamChoices } from './teams-api.ts'

/** The number of teams from which they can be searched. */
const SEARCH_FROM = 13

export interface TeamSelectProps {
  teams: TeamChoices['teams']
  /** The id of the chosen team; null for none. */
  value: string | null
  describedBy: string
  onChange: (teamId: string | null) => void
}

/** Chooses a team or none; many teams can be searched by a part of their names. */
export function TeamSelect({ teams, value, describedBy, onChange }: TeamSelectProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const found = teams.filter((team) => team.id === value || matches(team.name, search))
  const isSearched = search.trim() !== ''
  return (
    <div className={styles.select}>
      <label htmlFor={id}>Your constellation</label>
      {teams.length >= SEARCH_FROM && (
        <input
          type="search"
          aria-label={`Search ${teams.length} constellations`}
          placeholder={`Search ${teams.length} constellations`}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <select
        id={id}
        value={value ?? ''}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">No constellation</option>
        {found.map((team) => (
          <option key={team.id} value={team.id}>
            {team.name}
          </option>
        ))}
      </select>
      {isSearched && <output className={styles.note}>{describeFound(found.length)}</output>}
    </div>
  )
}

function matches(name: string, search: string): boolean {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return fold(name).includes(fold(search.trim()))
}

function describeFound(count: number): string {
  if (count === 0) return 'No constellation is called so.'
  return count === 1 ? '1 constellation to choose from.' : `${count} constellations to choose from.`
}
