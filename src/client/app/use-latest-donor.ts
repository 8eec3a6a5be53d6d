import { useCallback, useState } from 'react'
import type { OwnDonation } from '#contract/checkouts.ts'

/** The donor of the latest payment made on this page. */
export interface LatestDonor {
  /** The first name; null if the provider told none. */
  name: string | null
  /** The donation's id; null for a payment that the board does not show. */
  donationId: string | null
  /** The position of the donation when it was paid. */
  position: number | null
}

/**
 * Keeps the latest donor, and the one who is being celebrated. Whoever logs in after an account, or
 * uses the page after it, has none of its payments.
 */
export function useLatestDonor(accountId: string | undefined) {
  const [latest, setLatest] = useState<LatestDonor>()
  const [celebrated, setCelebrated] = useState<LatestDonor>()
  const [owner, setOwner] = useState(accountId)
  if (accountId !== owner) {
    setOwner(accountId)
    if (owner !== undefined) setLatest(undefined)
  }

  const recordPaid = useCallback(
    (donation: OwnDonation | null, { shouldCelebrate }: { shouldCelebrate: boolean }) => {
      const donor: LatestDonor = {
        name: donation?.name ?? null,
        donationId: donation?.id ?? null,
        position: donation?.position ?? null,
      }
      setLatest(donor)
      if (shouldCelebrate) setCelebrated((current) => pickHigher(current, donor))
    },
    [],
  )
  const endCelebration = useCallback(() => setCelebrated(undefined), [])

  return { latest, celebrated, recordPaid, endCelebration }
}

/**
 * Returns the donor who stands higher: payments that are celebrated at the same time are one
 * celebration, of the highest.
 */
function pickHigher(current: LatestDonor | undefined, donor: LatestDonor): LatestDonor {
  if (current === undefined) return donor
  return (donor.position ?? Infinity) < (current.position ?? Infinity) ? donor : current
}
