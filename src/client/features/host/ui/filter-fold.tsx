import { useId, useState, type ReactNode } from 'react'
import { ConsoleButton } from './console-button.tsx'
import styles from './filter-fold.module.css'

export interface FilterFoldProps {
  /** The number of filters that are set. */
  count: number
  /** Stands beside the button, in its line. */
  beside?: ReactNode
  children: ReactNode
}

/** Lays filters out beside each other; on a phone behind a button that tells how many are set. */
export function FilterFold({ count, beside, children }: FilterFoldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ConsoleButton
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? 'Filters' : `Filters: ${count}`}
      </ConsoleButton>
      {beside}
      <div id={id} className={styles.fields}>
        {children}
      </div>
    </>
  )
}
