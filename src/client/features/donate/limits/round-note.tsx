import { useState } from 'react'
import type { Round } from '#contract/rounds.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { formatLeft } from '#client/lib/format-left.ts'
import { useServerNow, useServerOffset } from '#client/lib/server-clock.ts'
import { useUndisturbed } from '../use-undisturbed.ts'
import styles from './round-note.module.css'

/** The time before the end of a round from which donors are told whether they still make it, ms. */
const TOLD_BEFORE_MS = 5 * 60_000

/**
 * Says, in the last minutes of a round, which payments still count for it. It comes and goes only
 * while nobody is at the panel, and keeps its room in between, so that nothing moves while one types.
 */
export function RoundNote() {
  const { round } = useCampaign()
  const [firstId] = useState(round?.id)
  if (round === undefined) return null
  return <ShownNote round={round} isLater={round.id !== firstId} />
}

interface ShownNoteProps {
  round: Round
  /** True if the round has come while the panel was there. */
  isLater: boolean
}

function ShownNote({ round, isLater }: ShownNoteProps) {
  const now = useServerNow(useServerOffset())
  const sentence = describeRoundEnd(round, now)
  const isWanted = sentence !== undefined
  const hasRoom = useUndisturbed(isWanted, isWanted && !isLater)
  if (!hasRoom) return null
  return (
    <p className={styles.note}>
      <span className={styles.room} aria-hidden="true">
        {describeLeft(round, Math.max(0, Date.parse(round.endsAt) - now))}
      </span>
      <span>{sentence}</span>
    </p>
  )
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
  return describeLeft(round, leftMs)
}

function describeLeft({ pending }: Round, leftMs: number): string {
  const which =
    pending === 'begun'
      ? 'A payment that you complete before counts for it, even if your bank takes longer.'
      : 'A payment counts for it if the money is taken before; some banks take longer.'
  return `The round ends in ${formatLeft(leftMs)}. ${which}`
}
