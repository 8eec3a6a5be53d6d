import { useEffect } from 'react'
import type { SharedDonation } from '#contract/first-view.ts'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { Greeting, type Offer } from '#client/features/share/greeting.tsx'
import { Neighbours } from '#client/features/share/neighbours.tsx'
import { rowIdOf, useSharedDonation } from '#client/features/share/use-shared-donation.ts'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { useOwnPlaces, type OwnPlaces } from '#client/lib/own-places.ts'
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
  const own = useOwnPlaces()
  const { ids } = own
  const sharedRow = useDeferredModule(loadSharedRow)
  const entry = shared?.entries.find(({ id }) => id === rowIdOf(shared))
  const isOwn = hasRow(ids, entry, shared)
  const offered = useOffered(isOwn ? undefined : entry, findOwnSum(own, shared))
  useSuggestion(offered?.amountCents, onSuggest)
  if (shared === undefined || entry === undefined) return <Hero onDonate={() => onDonate()} />

  const offer = offered && { ...offered, position: shared.landing }
  return (
    <div className={styles.shared} {...LATE_MARK}>
      <div className={styles.greeting}>
        <Greeting entry={entry} isOwn={isOwn} offer={offer} />
        <Hero isGreeted onDonate={() => onDonate()} />
      </div>
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

/** Returns whether the shared row is the viewer's: also while they look at another board. */
function hasRow(
  ids: ReadonlySet<string>,
  entry: LeaderboardEntry | undefined,
  shared: SharedDonation | undefined,
): boolean {
  return entry !== undefined && (ids.has(entry.id) || ids.has(shared?.id ?? ''))
}

/** Returns the viewer's own sum on the board of the shared row; null if none is known. */
function findOwnSum(
  { sums, best }: OwnPlaces,
  shared: SharedDonation | undefined,
): OwnPlaces['best'] {
  return sums !== undefined && sums.board === shared?.donor?.board ? best : null
}

/**
 * Returns the least amount that passes a row, and what then stands above it; undefined without one, or
 * if nobody can give it. On a board of donors it adds to what the viewer has given.
 */
function useOffered(
  entry: LeaderboardEntry | undefined,
  ownSum: OwnPlaces['best'],
): Pick<Offer, 'amountCents' | 'landsWithCents'> | undefined {
  const isTaking = useIsTakingDonations()
  const { minCents, maxCents } = useCampaign().amounts
  if (entry === undefined || !isTaking) return undefined
  if (ownSum !== null && ownSum.position < entry.position) return undefined
  const givenCents = ownSum?.amountCents ?? 0
  const amountCents = Math.max(entry.amountCents + 1 - givenCents, minCents)
  if (amountCents > maxCents) return undefined
  return { amountCents, landsWithCents: givenCents + amountCents }
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
