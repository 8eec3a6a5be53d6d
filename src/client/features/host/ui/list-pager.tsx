import { useState, type ReactNode } from 'react'
import { formatCount } from '#client/lib/format.ts'
import styles from '../sections/donations/list/pager.module.css'
import { ConsoleButton } from './console-button.tsx'

/** The number of items on a page of a list that is read whole. */
export const ITEMS_A_PAGE = 25

export interface ListPagerProps {
  /** The index of the first item that is shown. */
  begin: number
  total: number
  /** Called with the page to show, from 0. */
  onPage: (page: number) => void
}

/** Tells which part of a list is shown, and leads to the pages beside it. */
export function ListPager({ begin, total, onPage }: ListPagerProps) {
  const page = begin / ITEMS_A_PAGE
  const end = Math.min(begin + ITEMS_A_PAGE, total)
  return (
    <nav className={styles.pages} aria-label="Pages">
      <ConsoleButton disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous <span className="visually-hidden">page</span>
      </ConsoleButton>
      <ConsoleButton disabled={end >= total} onClick={() => onPage(page + 1)}>
        Next <span className="visually-hidden">page</span>
      </ConsoleButton>
      <p className={styles.position} aria-live="polite">
        {total === 0 ? '0' : `${formatCount(begin + 1)}–${formatCount(end)}`} of{' '}
        {formatCount(total)}
      </p>
    </nav>
  )
}

/** Returns the items of the page that is shown, and the pager where there is more than one. */
export function usePages<Item>(items: readonly Item[]): {
  shown: readonly Item[]
  pager: ReactNode
} {
  const [page, setPage] = useState(0)
  // A page that is gone is none to stay on.
  const begin = page * ITEMS_A_PAGE < items.length ? page * ITEMS_A_PAGE : 0
  return {
    shown: items.slice(begin, begin + ITEMS_A_PAGE),
    pager: items.length > ITEMS_A_PAGE && (
      <ListPager begin={begin} total={items.length} onPage={setPage} />
    ),
  }
}
