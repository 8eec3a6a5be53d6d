import { formatAmount } from '#contract/money.ts'
import { Flare } from './flare.tsx'
import type { NewLeaderDisplay } from './new-leader-store.ts'
import { findOrigin } from './use-confetti.ts'
import { findDonationRect } from './use-donation-rect.ts'

/**
 * Shows everybody watching who has taken the first place. Hidden from screen readers, since the
 * board itself announces it.
 */
export function NewLeader({ leader, burstNumber }: NewLeaderDisplay) {
  const { id, name, amountCents } = leader
  return (
    <Flare
      name={id}
      burst={burstNumber}
      findSource={() => {
        const rect = findDonationRect(id)
        return rect && findOrigin(rect)
      }}
    >
      <bdi>{name}</bdi>{' '}
      <span>
        takes <strong>#1</strong> with <strong>{formatAmount(amountCents)}</strong>
      </span>
    </Flare>
  )
}
