import { formatCount } from '#client/lib/format.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import styles from '../donations/list/pager.module.css'
import { TEAMS_A_PAGE } from './find-teams.ts'

export interface TeamPagerProps {
  /** The index of the first team that is shown. */
  begin: number
  total: number
  /** Called with the page to show, from 0. */
  onPage: (page: number) => void
}

/** Tells which part of the list is shown, and leads to the pages beside it. */
export function TeamPager({ begin, total, onPage }: TeamPagerProps) {
  const page = begin / TEAMS_A_PAGE
  const end = Math.min(begin + TEAMS_A_PAGE, total)
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
