import { useEffect, useRef, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'

const INTERVAL_MS = 10_000

/**
 * Returns what a screen reader is told of new donations: at most one sentence every ten seconds, on
 * the highest of those that came since the last. Empty until there is one.
 */
export function useAnnouncement(arrivals: readonly LeaderboardEntry[] = [], isSum = false): string {
  const [announcement, setAnnouncement] = useState('')
  const pending = useRef<LeaderboardEntry[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (arrivals.length === 0) return
    pending.current.push(...arrivals)
    if (timer.current === undefined) announce()

    function announce() {
      timer.current = undefined
      // The sentence is removed, so that nobody comes upon it later: the donation may be gone by
      // then.
      if (pending.current.length === 0) return setAnnouncement('')
      setAnnouncement(describeArrivals(pending.current, isSum))
      pending.current = []
      timer.current = setTimeout(announce, INTERVAL_MS)
    }
  }, [arrivals, isSum])

  useEffect(() => () => clearTimeout(timer.current), [])

  return announcement
}

function describeArrivals(arrivals: readonly LeaderboardEntry[], isSum: boolean): string {
  const { name, amountCents, position } = arrivals.reduce((highest, entry) =>
    entry.position < highest.position ? entry : highest,
  )
  const what = isSum ? 'now has' : 'donated'
  const sentence = `${name} ${what} ${formatAmount(amountCents)} and is ${isSum ? '' : 'now '}number ${formatCount(position)}.`
  return [sentence, describeOthers(arrivals.length - 1)].join(' ').trim()
}

function describeOthers(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? 'One more donation came in.'
    : `${formatCount(count)} more donations came in.`
}
