import type { Round } from '#contract/rounds.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { formatLeft } from '#client/lib/format-left.ts'
import { useServerNow, useServerOffset } from '#client/lib/server-clock.ts'
import styles from './limit-note.module.css'

/** The time before the end of a round from which donors are told whether they still make it, ms. */
const TOLD_BEFORE_MS = 5 * 60_000

/** Says, in the last minutes of a round, which payments still count for it. */
export function RoundNote() {
  const { round } = useCampaign()
  return round !== undefined && isOpen(round) && <ShownNote round={round} />
}

function ShownNote({ round }: { round: Round }) {
  const now = useServerNow(useServerOffset())
  const sentence = describeRoundEnd(round, now)
  return sentence !== undefined && <p className={styles.note}>{sentence}</p>
}

function isOpen({ results, cancelled }: Round): boolean {
  return results === null && !cancelled
}

/**
 * Says of a round at a time of the server, Unix ms, which payments still count for it; undefined but
 * in its last minutes, and until its results are there.
 */
export function describeRoundEnd(round: Round, now: number): string | undefined {
  const leftMs = Date.parse(round.endsAt) - now
  if (!isOpen(round) || leftMs > TOLD_BEFORE_MS || now < Date.parse(round.startsAt))
    return undefined
  if (leftMs <= 0) return 'The round is over: what you give now counts on the other boards.'
  const which =
    round.pending === 'begun'
      ? 'A payment that you complete before counts for it, even if your bank takes longer.'
      : 'A payment counts for it if the money is taken before; some banks take longer.'
  return `The round ends in ${formatLeft(leftMs)}. ${which}`
}
