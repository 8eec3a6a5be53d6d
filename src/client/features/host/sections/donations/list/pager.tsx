import { MAX_COUNTED, PAGE_LENGTH, type HostDonationsPage } from '#contract/host/donations.ts'
import { formatCount } from '#client/lib/format.ts'
import { router } from '../../../router/router.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import styles from './pager.module.css'
import {
  readPageNumber,
  toFirstPage,
  toListPath,
  toNextPage,
  toPreviousPage,
} from './list-address.ts'

export interface PagerProps {
  /** The query of the address. */
  search: string
  page: HostDonationsPage
}

/** Tells which part of the list is shown, and leads to the pages beside it and to the first one. */
export function Pager({ search, page }: PagerProps) {
  const { previous, next } = page
  if (previous === null && next === null) return <p className={styles.pages}>{tellTotal(page)}</p>
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Turn name="First" cursor={previous} toQuery={() => toFirstPage(search)} />
      <Turn
        name="Previous"
        cursor={previous}
        toQuery={(before) => toPreviousPage(search, before)}
      />
      <Turn name="Next" cursor={next} toQuery={(after) => toNextPage(search, after)} />
      <p className={styles.position}>{describePosition(search, page)}</p>
    </nav>
  )
}

interface TurnProps {
  name: string
  /** The cursor of the page; null if there is no such page. */
  cursor: string | null
  toQuery: (cursor: string) => URLSearchParams
}

/** A button that stays in its place where there is no such page, for whoever turns many. */
function Turn({ name, cursor, toQuery }: TurnProps) {
  return (
    <ConsoleButton
      disabled={cursor === null}
      onClick={() => cursor !== null && router.navigate(toListPath(toQuery(cursor)))}
    >
      {name} <span className="visually-hidden">page</span>
    </ConsoleButton>
  )
}

function describePosition(search: string, page: HostDonationsPage): string {
  const number = readPageNumber(search)
  if (number === undefined) return tellTotal(page)
  const begin = (number - 1) * PAGE_LENGTH
  const end = begin + page.donations.length
  return `${formatCount(begin + 1)}–${formatCount(end)} of ${formatTotal(page)}`
}

function tellTotal(page: HostDonationsPage): string {
  return `${formatTotal(page)} in all`
}

function formatTotal({ total }: HostDonationsPage): string {
  return total < MAX_COUNTED ? formatCount(total) : `${formatCount(total)} or more`
}
