import { useEffect, useState } from 'react'
import type { PublicConfig } from '#contract/config.ts'
import type { Rank } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import styles from './aim.module.css'
import type { Standing } from './use-standing.ts'

/** Whoever types on is not interrupted. */
const SETTLING_MS = 700

export interface AimProps {
  /** Names the sentence, for the field that it describes. */
  id: string
  /** Undefined while there is no amount to place. */
  amountCents: number | undefined
  limits: PublicConfig['limits']
  /** What is wrong with the amount, once that is to be said. */
  problem: string | undefined
  standing: Standing
}

/** What the amount would do to the board, or why it cannot be paid; its place is always kept. */
export function Aim({ id, amountCents, limits, problem, standing }: AimProps) {
  const announcement = useAnnouncement(amountCents, standing)
  const position = standing.is === 'told' ? standing.rank.position : undefined
  return (
    <div className={styles.aim} data-position={position} data-problem={problem !== undefined}>
      <p id={id}>
        {problem ?? (amountCents === undefined ? askAmount(limits) : <Place standing={standing} />)}
      </p>
      <output className="visually-hidden">{problem ?? announcement}</output>
    </div>
  )
}

function askAmount({ minCents, maxCents }: PublicConfig['limits']): string {
  return `Type an amount from ${formatAmount(minCents)} to ${formatAmount(maxCents)}.`
}

function Place({ standing }: { standing: Standing }) {
  if (standing.is === 'awaited') return 'This puts you at …'
  if (standing.is === 'silent') return 'Your place cannot be told right now.'
  const { rank } = standing
  const { opening, ending } = wordAim(rank)
  return (
    <>
      {opening} <strong>#{formatCount(rank.position)}</strong>
      {ending}
      {rank.passing && <bdi>{rank.passing.name}</bdi>}
    </>
  )
}

/** What stands before the place, and what after it; who is passed comes last. */
function wordAim({ position, passing }: Rank): { opening: string; ending: string } {
  if (passing === null && position === 1) {
    return { opening: 'This makes you', ending: ' — be the first sun' }
  }
  const opening = position === 1 ? 'This takes' : 'This puts you at'
  return { opening, ending: passing === null ? '' : ', passing ' }
}

function sayAim(rank: Rank): string {
  const { opening, ending } = wordAim(rank)
  return `${opening} #${formatCount(rank.position)}${ending}${rank.passing?.name ?? ''}`
}

/** Read aloud once for each amount that was typed or chosen, and not whenever the board moves. */
function useAnnouncement(amountCents: number | undefined, standing: Standing): string {
  const [said, setSaid] = useState({ amountCents, sentence: '' })
  const sentence = standing.is === 'told' ? sayAim(standing.rank) : undefined
  const isNew = sentence !== undefined && said.amountCents !== amountCents

  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => setSaid({ amountCents, sentence }), SETTLING_MS)
    return () => clearTimeout(timer)
  }, [isNew, amountCents, sentence])

  return said.sentence
}
