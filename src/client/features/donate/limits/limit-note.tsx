import type { OwnLimits } from '#contract/spending.ts'
import styles from './limit-note.module.css'
import { listLimitWords } from './limit-words.ts'
import { LimitsLink } from './limits-link.tsx'

export interface LimitNoteProps {
  /** Undefined until they are read. */
  ownLimits: OwnLimits | undefined
  /** True while a message stands where it would, which says what is wrong. */
  isReplaced: boolean
}

/**
 * Says quietly, below the ways to pay, what a donor should know before they pay; nothing for those
 * without a limit.
 */
export function LimitNote({ ownLimits, isReplaced }: LimitNoteProps) {
  const words = ownLimits === undefined ? [] : listLimitWords(ownLimits)
  return (
    <p className={styles.note} data-limit-note="" hidden={words.length === 0 || isReplaced}>
      <output>{words.join(' ')}</output> <LimitsLink />
    </p>
  )
}
