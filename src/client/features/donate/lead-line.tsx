import { stopAfter } from '#contract/full-stop.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import { useOwnPlaces } from '#client/lib/own-places.ts'

/**
 * Says what leads, or of which board the places are: on a board of donors, where the viewer's sum
 * stands and whom more would pass.
 */
export function LeadLine() {
  const { best, sums, isElsewhere } = useOwnPlaces()
  if (isElsewhere) return <span data-elsewhere>Places among all donations.</span>
  if (sums === undefined) return 'Biggest donation leads.'
  if (best === null) return 'Every dollar moves you up the board.'
  const sum = formatAmount(best.amountCents).replace(/\.00$/, '')
  return (
    <>
      You are at&nbsp;#{formatCount(best.position)} with {sum}
      {sums.next && (
        <>
          ; {formatAmount(sums.next.moreCents)} more passes <bdi>{sums.next.name}</bdi>
        </>
      )}
      {stopAfter(sums.next?.name ?? sum)}
    </>
  )
}
