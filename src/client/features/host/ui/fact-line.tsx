import { Fragment, type ReactNode } from 'react'
import styles from './fact-line.module.css'

/** Shows short facts in a line, with a dot between two of them; no line begins with a dot. */
export function FactLine({ facts }: { facts: readonly ReactNode[] }) {
  return (
    <p className={styles.facts}>
      {facts.map((fact, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the facts have no other name
        <Fragment key={index}>
          <span>{fact}</span>{' '}
        </Fragment>
      ))}
    </p>
  )
}
