import { useCallback, useState } from 'react'
import type { OwnDonation } from '#contract/checkouts.ts'

/** Who donated last on this page. */
export interface LatestDonor {
  /** The first name; null where the provider told none. */
  name: string | null
  /** The latest donor is always the first. */
  index: 0
  /** Null for a payment that the board does not show. */
  donationId: string | null
  /** Where the donation stood when it was paid. */
  position: number | null
  quotedPosition: PaidPayment['quotedPosition']
}

/** How a payment came to be paid; one of the browser's tabs celebrates it. */
interface PaidPayment {
  shouldCelebrate: boolean
  /** Where the donor was told the donation would stand; null where they were told nothing. */
  quotedPosition: number | null
}

/** Keeps the latest donor, and who is being celebrated. */
export function useLatestDonor() {
  const [latest, setLatest] = useState<LatestDonor>()
  const [celebrated, setCelebrated] = useState<LatestDonor>()

  const recordPaid = useCallback(
    (donation: OwnDonation | null, { shouldCelebrate, quotedPosition }: PaidPayment) => {
      const donor: LatestDonor = {
        name: donation?.name ?? null,
        index: 0,
        donationId: donation?.id ?? null,
        position: donation?.position ?? null,
        quotedPosition,
      }
      setLatest(donor)
      if (shouldCelebrate) setCelebrated((current) => pickHigher(current, donor))
    },
    [],
  )
  const endCelebration = useCallback(() => setCelebrated(undefined), [])

  return { latest, celebrated, recordPaid, endCelebration }
}

/** Payments that are celebrated at the same time are one celebration, of the greatest of them. */
function pickHigher(current: LatestDonor | undefined, donor: LatestDonor): LatestDonor {
  if (current === undefined) return donor
  return (donor.position ?? Infinity) < (current.position ?? Infinity) ? donor : current
}
