import { useEffect, useRef, type ReactNode } from 'react'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { ATTEMPT_STATES, DONATION_SORTS, DONATION_STATES } from '#contract/host/donations.ts'
import { PROVIDER_NAMES } from '../../../provider-names.ts'
import { router, usePlace } from '../../../router/router.ts'
import { DayField } from '../../../ui/day-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { FilterFold } from '../../../ui/filter-fold.tsx'
import { STATE_NAMES } from '../wording.ts'
import styles from './filters.module.css'
import { toFirstPage, toListPath } from './list-address.ts'

/** The pause after the last letter before the search begins, ms. */
const PAUSE_MS = 250

const SORT_NAMES: Record<(typeof DONATION_SORTS)[number], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  highest: 'Highest first',
  lowest: 'Lowest first',
}

const FILTERS = ['state', 'provider', 'from', 'to', 'sort']

/** The search and its filters; the address keeps them, so that a search can be sent and reloaded. */
export function Filters() {
  const { search } = usePlace()
  const query = new URLSearchParams(search)
  return (
    <search className={styles.filters}>
      <SearchField />
      <FilterFold count={FILTERS.filter((name) => query.has(name)).length}>
        <Choice label="State" name="state" all="All donations">
          {[...DONATION_STATES, ...ATTEMPT_STATES].map((state) => (
            <option key={state} value={state}>
              {STATE_NAMES[state]}
            </option>
          ))}
        </Choice>
        <Choice label="Provider" name="provider" all="All">
          {PROVIDERS.map((provider) => (
            <option key={provider} value={provider}>
              {PROVIDER_NAMES[provider] ?? provider}
            </option>
          ))}
        </Choice>
        <Day label="From" name="from" />
        <Day label="To" name="to" />
        <Choice label="Order" name="sort">
          {DONATION_SORTS.map((sort) => (
            <option key={sort} value={sort === 'newest' ? '' : sort}>
              {SORT_NAMES[sort]}
            </option>
          ))}
        </Choice>
      </FilterFold>
    </search>
  )
}

/** Takes the search text, and begins the search once nothing is typed for a moment. */
function SearchField() {
  const { search } = usePlace()
  const q = new URLSearchParams(search).get('q') ?? ''
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // A host who types is ahead of the address.
    if (field.current !== null && field.current !== document.activeElement) field.current.value = q
  }, [q])
  return (
    <Field label="Search name, email, amount or id" className={styles.search}>
      {(id) => (
        <input
          id={id}
          type="search"
          maxLength={200}
          ref={field}
          defaultValue={q}
          onChange={({ target: { value } }) => {
            clearTimeout(timer.current)
            timer.current = setTimeout(() => change('q', value.trim()), PAUSE_MS)
          }}
        />
      )}
    </Field>
  )
}

interface ChoiceProps {
  label: string
  name: string
  /** The words for no filter; without them the first option stands for it. */
  all?: string
  children?: ReactNode
}

function Choice({ label, name, all, children }: ChoiceProps) {
  const value = new URLSearchParams(usePlace().search).get(name) ?? ''
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={({ target }) => change(name, target.value)}>
          {all !== undefined && <option value="">{all}</option>}
          {children}
        </select>
      )}
    </Field>
  )
}

function Day({ label, name }: ChoiceProps) {
  const value = new URLSearchParams(usePlace().search).get(name) ?? ''
  return <DayField label={label} value={value} onChange={(day) => change(name, day)} />
}

/** Changes a filter; another search begins with its first page. */
function change(name: string, value: string): void {
  const query = toFirstPage(router.read().search)
  if (value === '') query.delete(name)
  else query.set(name, value)
  router.navigate(toListPath(query), { replace: true })
}
