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
}

/** Keeps the latest donor, and whether they are being celebrated. */
export function useLatestDonor() {
  const [latest, setLatest] = useState<LatestDonor>()
  const [isCelebrated, setCelebrated] = useState(false)

  const notePaid = useCallback((donation: OwnDonation | null, celebrates: boolean) => {
    setLatest({
      name: donation?.name ?? null,
      index: 0,
      donationId: donation?.id ?? null,
      position: donation?.position ?? null,
    })
    if (celebrates) setCelebrated(true)
  }, [])
  const endCelebration = useCallback(() => setCelebrated(false), [])

  return { latest, celebrated: isCelebrated ? latest : undefined, notePaid, endCelebration }
}
