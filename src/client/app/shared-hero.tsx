import { useEffect } from 'react'
import type { SharedDonation } from '#contract/first-view.ts'
import { Greeting } from '#client/features/share/greeting.tsx'
import { Neighbours } from '#client/features/share/neighbours.tsx'
import { useSharedDonation } from '#client/features/share/use-shared-donation.ts'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { useOwnPlaces } from '#client/lib/own-places.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import { Hero } from './hero.tsx'
import styles from './page.module.css'
import { LATE_MARK } from './show-page.tsx'

const loadSharedRow = () => import('#client/features/share/shared-row.tsx')

export interface SharedHeroProps {
  shared: SharedDonation
  /** Called with the amount that passes the shared donation, or with none. */
  onDonate: (amountCents?: number) => void
  /** Called with the amount that the donation panel should begin with; undefined for none. */
  onSuggest: (amountCents?: number) => void
}

/** Greets those who followed a donor's link; the usual call to action once the donation is gone. */
export function SharedHero({ shared: first, onDonate, onSuggest }: SharedHeroProps) {
  const shared = useSharedDonation(first)
  const { ids } = useOwnPlaces()
  const sharedRow = useDeferredModule(loadSharedRow)
  const entry = shared?.entries.find(({ id }) => id === shared.id)
  const isOwn = entry !== undefined && ids.has(entry.id)
  const amountCents = useOfferedCents(isOwn ? undefined : entry?.amountCents)
  useSuggestion(amountCents, onSuggest)
  if (shared === undefined || entry === undefined) return <Hero onDonate={() => onDonate()} />

  const offer = amountCents === undefined ? undefined : { amountCents, position: shared.landing }
  return (
    <div className={styles.shared} {...LATE_MARK}>
      <Greeting entry={entry} isOwn={isOwn} offer={offer} />
      <Hero isGreeted onDonate={() => onDonate()} />
      <Neighbours
        entries={shared.entries}
        entry={entry}
        ownIds={ids}
        offer={offer}
        onTake={onDonate}
      />
      {sharedRow && !isOwn && <sharedRow.SharedRow donationId={entry.id} />}
    </div>
  )
}

/** Returns the least amount that passes a donation; undefined without one, or if nobody can give it. */
function useOfferedCents(donatedCents: number | undefined): number | undefined {
  const isTaking = useIsTakingDonations()
  const { minCents, maxCents } = useCampaign().amounts
  if (donatedCents === undefined || !isTaking) return undefined
  const amountCents = Math.max(donatedCents + 1, minCents)
  return amountCents <= maxCents ? amountCents : undefined
}

/** Suggests the amount while the link offers it. */
function useSuggestion(
  amountCents: number | undefined,
  onSuggest: SharedHeroProps['onSuggest'],
): void {
  useEffect(() => {
    onSuggest(amountCents)
    return () => onSuggest()
  }, [amountCents, onSuggest])
}
