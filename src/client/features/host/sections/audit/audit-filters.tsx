import { useState, type ReactNode, type SubmitEvent } from 'react'
import { AUDIT_ACTIONS, readableActions } from '#contract/host/audit.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { useConsole } from '../../session/console-context.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterFold } from '../../ui/filter-fold.tsx'
import styles from './audit.module.css'

type Options = readonly (readonly [value: string, name: string])[]

export interface AuditFiltersProps {
  /** The actors to choose from: id and name. */
  actors: Options
  /** The query of the filters that are set. */
  query: string
  /** Receives the query of the routes. */
  onFilter: (query: string) => void
  /** Stands beside the button of the folded filters. */
  children: ReactNode
}

const FIELDS = ['actor', 'action', 'from', 'to'] as const

const NO_DAYS = { from: '', to: '' }

/** Chooses whose actions are shown, of which kind, and of which days. */
export function AuditFilters({ actors, query, onFilter, children }: AuditFiltersProps) {
  const { account } = useConsole()
  const [days, setDays] = useState(NO_DAYS)
  const readable = readableActions(account.role)
  const actions = Object.entries(AUDIT_ACTIONS)
    .filter(([action]) => readable === undefined || readable.includes(action))
    .map(([action, { label }]) => [action, label] as const)

  function clear(): void {
    setDays(NO_DAYS)
    onFilter('')
  }

  function filter(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    onFilter(toQuery(event.currentTarget))
  }

  return (
    <form className={styles.filters} noValidate onSubmit={filter} onReset={clear}>
      <FilterFold count={new URLSearchParams(query).size} beside={children}>
        <Choice label="Who" name="actor" all="Everybody" options={actors} />
        <Choice label="What" name="action" all="Everything" options={actions} />
        <DayField
          label="From (UTC)"
          name="from"
          className={styles.filter}
          value={days.from}
          onChange={(from) => setDays({ ...days, from })}
        />
        <DayField
          label="To (UTC)"
          name="to"
          className={styles.filter}
          value={days.to}
          onChange={(to) => setDays({ ...days, to })}
        />
        <div className={styles.actions}>
          <ConsoleButton type="submit">Show</ConsoleButton>
          <ConsoleButton type="reset" variant="bare">
            Clear
          </ConsoleButton>
        </div>
      </FilterFold>
    </form>
  )
}

interface ChoiceProps {
  label: string
  name: string
  /** The name of the option that filters nothing. */
  all: string
  options: Options
}

function Choice({ label, name, all, options }: ChoiceProps) {
  return (
    <Field label={label} className={styles.filter}>
      {(id) => (
        <select id={id} name={name}>
          <option value="">{all}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function toQuery(form: HTMLFormElement): string {
  const data = new FormData(form)
  const query = new URLSearchParams()
  for (const field of FIELDS) {
    const value = data.get(field)
    if (typeof value === 'string' && value !== '') query.set(field, value)
  }
  return query.toString()
}

/** Links to the files with the chosen entries. */
export function AuditExports({ query }: { query: string }) {
  return (
    <p className={styles.exports}>
      <a href={`${HOST_ROUTES.exports}/audit.csv?${query}`} download>
        <span>Download </span>CSV
      </a>{' '}
      <a href={`${HOST_ROUTES.exports}/audit.json?${query}`} download>
        <span>Download </span>JSON
      </a>
    </p>
  )
}
