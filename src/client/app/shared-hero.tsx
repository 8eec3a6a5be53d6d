import { useEffect } from 'react'
import type { SharedDonation } from '#contract/first-view.ts'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { Greeting } from '#client/features/share/greeting.tsx'
import { Neighbours } from '#client/features/share/neighbours.tsx'
import { rowIdOf, useSharedDonation } from '#client/features/share/use-shared-donation.ts'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { findOffer, type Offer } from '#client/lib/offers.ts'
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
  const { ids } = useOwnPlaces()
  const sharedRow = useDeferredModule(loadSharedRow)
  const entry = shared?.entries.find(({ id }) => id === rowIdOf(shared))
  const isOwn = hasRow(ids, entry, shared)
  const offer = useOffer(isOwn ? undefined : entry, shared)
  useSuggestion(offer?.amountCents, onSuggest)
  if (shared === undefined || entry === undefined) return <Hero onDonate={() => onDonate()} />

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

/**
 * Returns what passes a row, and the place that it takes; undefined without one, or if nobody can
 * give it. On a board of donors it adds to what the viewer has given.
 */
function useOffer(
  entry: LeaderboardEntry | undefined,
  shared: SharedDonation | undefined,
): Offer | undefined {
  const isTaking = useIsTakingDonations()
  const limits = useCampaign().amounts
  const own = useOwnPlaces()
  if (entry === undefined || shared === undefined || !isTaking) return undefined
  const best = findOwnBest(own, shared)
  const sum = own.sums === undefined ? null : best
  if (sum !== null && sum.position < entry.position) return undefined
  return findOffer(entry, shared.entries, {
    limits,
    ownIds: own.ids,
    ownPosition: best?.position,
    givenCents: sum?.amountCents,
    landing: shared.landing,
  })
}

/** Returns the viewer's best place on the board of the shared row; null if none is known. */
function findOwnBest({ sums, board, best }: OwnPlaces, { donor }: SharedDonation) {
  return (sums?.board ?? board) === donor?.board ? best : null
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
