import type { ReactNode } from 'react'
import { stopAfter } from '#contract/full-stop.ts'
import { formatAmount } from '#contract/money.ts'
import { nameRanked } from '#client/lib/board-names.ts'
import { formatCount } from '#client/lib/format.ts'
import {
  boardOf,
  useChosenTeam,
  useOwnPlaces,
  type OwnPlaces,
  type OwnSums,
} from '#client/lib/own-places.ts'
import { describeLead } from './teamless-words.ts'

/**
 * Says what leads: on a board of donors, where the viewer's sum stands and whom more would pass. While
 * another board is shown than that of the places, it says which theirs is.
 */
export function LeadLine() {
  const own = useOwnPlaces()
  const team = useChosenTeam()
  if (own.isTeamless) return describeLead(team, own.isLeaving)
  if (own.isElsewhere) {
    return <span data-elsewhere>{describeElsewhere(own)}</span>
  }
  const { best, sums } = own
  if (sums === undefined) return 'Biggest donation leads.'
  if (best === null) return 'Every dollar moves you up the board.'
  return <OwnSum best={best} sums={sums} />
}

function describeElsewhere(own: OwnPlaces): ReactNode {
  const { best, sums } = own
  const ranked = nameRanked(boardOf(own))
  if (sums === undefined || best === null) return `Places among ${ranked}.`
  return <OwnSum best={best} sums={sums} among={` of ${ranked}`} />
}

interface OwnSumProps {
  best: NonNullable<OwnPlaces['best']>
  sums: OwnSums
  /** Said after the place. */
  among?: string
}

/** Says where the viewer's sum stands, and whom more would pass. */
function OwnSum({ best, sums, among }: OwnSumProps) {
  const sum = formatAmount(best.amountCents).replace(/\.00$/, '')
  return (
    <>
      You are at&nbsp;#{formatCount(best.position)}
      {among} with {sum}
      {sums.next && (
        <>
          ; {formatAmount(sums.next.moreCents)} more passes <bdi>{sums.next.name}</bdi>
        </>
      )}
      {stopAfter(sums.next?.name ?? sum)}
    </>
  )
}
