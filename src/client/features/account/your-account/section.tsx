import { useId, type ReactNode } from 'react'
import step from '../form/step.module.css'
import styles from './your-account.module.css'

export interface SectionProps {
  title: string
  /** The current state, shown beside the title. */
  state?: string
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** Shows one topic of the account: a heading that opens its form. */
export function Section({ title, state, isOpen, onToggle, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section}>
      <h3>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          <span className={styles.title}>{title}</span>{' '}
          {state !== undefined && <span className={styles.state}>{state}</span>}
        </button>
      </h3>
      <div id={id} className={`${step.step} ${styles.body}`} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  )
}
