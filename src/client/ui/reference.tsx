import { AppError } from '#contract/app-error.ts'
import styles from './reference.module.css'

/** Shows the id under which the host finds a failure in the server's log; one click selects it. */
export function Reference({ id }: { id: string | undefined }) {
  if (id === undefined) return null
  return (
    <small className={styles.reference}>
      Reference: <span translate="no">{id}</span>
    </small>
  )
}

/** Returns the reference of a failure that nobody expects; undefined if the server gave none. */
export function referenceOf(error: unknown): string | undefined {
  const isUnexpected =
    error instanceof AppError &&
    ['unknown', 'unavailable', 'deadline-exceeded'].includes(error.code)
  return isUnexpected ? error.requestId : undefined
}
