import { useEffect } from 'react'
import type { Milestone } from '#contract/campaign/goal.ts'
import { formatAmount } from '#contract/money.ts'
import { findComet } from '#client/lib/board-marks.ts'
import { playDonationSound } from '#client/lib/donation-sound.ts'
import { Flare } from './flare.tsx'

/** The share of the volume: it is everybody's, not one donor's. */
const VOLUME = 0.7

/** Shows everybody watching that the sum has reached a milestone, or the goal. */
export function ReachedMilestone({ name, amountCents }: Milestone) {
  useEffect(() => void playDonationSound(VOLUME), [])
  return (
    <Flare name={name} burst={amountCents} findSource={findSource} isAnnounced>
      <output>
        <bdi>{name}</bdi> is reached: <strong>{formatAmount(amountCents)}</strong> together
      </output>
    </Flare>
  )
}

function findSource() {
  const rect = findComet()?.getBoundingClientRect()
  return rect && { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 }
}
