import { useEffect, useEffectEvent } from 'react'
import { fetchOwnLimits } from '#client/lib/own-limits.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'
import styles from './limit-note.module.css'
import { listLimitWords } from './limit-words.ts'
import { LimitsLink } from './limits-link.tsx'

export interface LimitNoteProps {
  paidCount: number
  /** True while a message stands where it would, which says what is wrong. */
  isReplaced: boolean
}

/**
 * Says quietly, below the ways to pay, what a donor should know before they pay; nothing for those
 * without a limit. It changes only after a payment, which `paidCount` counts, and when the page is
 * seen again, as after a change in another tab: so never while an amount is typed. If it cannot be read, the server refuses what is too much all the same.
 */
export function LimitNote({ paidCount, isReplaced }: LimitNoteProps) {
  const { loaded, reload } = useLoaded(fetchOwnLimits)
  const readAgain = useEffectEvent(reload)
  useEffect(() => {
    if (paidCount > 0) readAgain()
  }, [paidCount])
  useEffect(() => {
    const handleChange = () => {
      if (!document.hidden) readAgain()
    }
    document.addEventListener('visibilitychange', handleChange)
    return () => document.removeEventListener('visibilitychange', handleChange)
  }, [])

  const words = loaded.state === 'ready' ? listLimitWords(loaded.value) : []
  return (
    <p className={styles.note} data-limit-note="" hidden={words.length === 0 || isReplaced}>
      <output>{words.join(' ')}</output> <LimitsLink />
    </p>
  )
}
