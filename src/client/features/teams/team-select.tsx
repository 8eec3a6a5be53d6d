import { useId, useState, type KeyboardEvent, type Ref } from 'react'
import { findByName, SEARCHED_FROM } from '#client/lib/find-by-name.ts'
import { formatCount } from '#client/lib/format.ts'
import selectStyles from '#client/ui/select.module.css'
import styles from './teams.module.css'
import type { TeamChoices } from './teams-api.ts'

export interface TeamSelectProps {
  /** The one with the highest sum first. */
  teams: TeamChoices['teams']
  /** The id of the chosen team; null for none. */
  value: string | null
  describedBy: string | undefined
  ref?: Ref<HTMLSelectElement>
  onChange: (teamId: string | null) => void
}

/** Chooses a team or none; many stand by name, and can be searched. */
export function TeamSelect({ teams, value, describedBy, ref, onChange }: TeamSelectProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const isLong = teams.length >= SEARCHED_FROM
  const found = findByName(isLong ? teams.toSorted(compareNames) : teams, search)
  const chosen = teams.find((team) => team.id === value)
  const isHidden = chosen !== undefined && !found.includes(chosen)
  return (
    <div className={styles.select}>
      <label htmlFor={id}>Your constellation</label>
      {isLong && (
        <Search
          {...{ search, found }}
          onSearch={setSearch}
          onPick={(team) => {
            setSearch('')
            onChange(team.id)
          }}
        />
      )}
      <select
        ref={ref}
        id={id}
        className={selectStyles.select}
        value={value ?? ''}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">No constellation</option>
        {(isHidden ? [chosen, ...found] : found).map((team) => (
          <option key={team.id} value={team.id}>
            {team.name}
          </option>
        ))}
      </select>
    </div>
  )
}

interface SearchProps {
  search: string
  found: TeamChoices['teams']
  onSearch: (search: string) => void
  onPick: (team: TeamChoices['teams'][number]) => void
}

/** Asks for a part of the name; Enter chooses the only one that has it. */
function Search({ search, found, onSearch, onPick }: SearchProps) {
  const [first] = found
  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return
    // Nothing else is sent with it.
    event.preventDefault()
    if (first !== undefined && found.length === 1) onPick(first)
  }
  return (
    <div className={styles.search}>
      <input
        type="search"
        autoComplete="off"
        aria-label="Search by name"
        placeholder="Search by name"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={handleKey}
      />
      {search.trim() !== '' && <output>{describeFound(found.length)}</output>}
    </div>
  )
}

function describeFound(count: number): string {
  if (count === 0) return 'No name has this in it.'
  return count === 1 ? 'One found: Enter chooses it.' : `${formatCount(count)} found, listed below.`
}

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function compareNames(a: { name: string }, b: { name: string }): number {
  return compare(a.name, b.name)
}
