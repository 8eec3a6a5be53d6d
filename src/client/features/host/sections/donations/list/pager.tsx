import { router } from '../../../router/router.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import styles from './donation-list.module.css'
import { readPageNumber, toFirstPage, toListPath, toNextPage } from './list-address.ts'

export interface PagerProps {
  /** The query of the address. */
  search: string
  /** The cursor of the next page; null if this is the last one. */
  next: string | null
}

/** Says which page of the list is shown, and leads to the first and to the next one. */
export function Pager({ search, next }: PagerProps) {
  const number = readPageNumber(search)
  if (number === 1 && next === null) return <p className={styles.pages}>That is all.</p>
  return (
    <nav className={styles.pages} aria-label="Pages">
      {number !== 1 && (
        <ConsoleButton onClick={() => router.navigate(toListPath(toFirstPage(search)))}>
          First page
        </ConsoleButton>
      )}
      {next !== null && (
        <ConsoleButton onClick={() => router.navigate(toListPath(toNextPage(search, next)))}>
          Next page
        </ConsoleButton>
      )}
      <p className={styles.position}>
        {number !== undefined && `Page ${number}`}
        {next === null && (number === undefined ? 'The last page' : ', the last one')}
      </p>
    </nav>
  )
}
