import { useId, type ReactNode } from 'react'
import styles from './panel.module.css'

export interface PanelProps {
  title: string
  /** A few words beside the title. */
  aside?: ReactNode
  /** The id of the panel, for links to it. */
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** A region of a section, with its heading. */
export function Panel({ title, aside, id, className, children }: PanelProps) {
  const titleId = useId()
  return (
    <section id={id} className={`${styles.panel} ${className ?? ''}`} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId}>{title}</h3>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </header>
      {children}
    </section>
  )
}
