import { titleOf } from '#contract/crown-rules.ts'
import type { Crown, Crowns } from '#contract/crowns.ts'
import { describeHeld } from '#client/lib/crown-text.ts'

/** The shortest reign that is told, ms: a shorter one has hardly begun. */
const MIN_REIGN_MS = 60_000

/** A crown that is told with a donation. */
export interface WonCrown {
  title: string
  /** The amount, time or leap that won it, such as `$90.00` or `5 places`. */
  feat: string
}

/**
 * Returns the crowns that a donation has won, and that of the donor's longest reign. The first place
 * is told with the donation's place.
 */
export function listWonCrowns(
  { crowns, round }: Pick<Crowns, 'crowns' | 'round'>,
  donationId: string | null,
  ownIds: readonly string[],
): WonCrown[] {
  const ofRound = new Set(round?.crowns)
  const won = [...crowns, ...ofRound].filter(
    ({ kind, rows }) =>
      kind !== 'reigning' &&
      kind !== 'longest-reign' &&
      donationId !== null &&
      rows.includes(donationId),
  )
  return [...won, ...findReign(crowns, ownIds)].map((crown) => ({
    title: nameOf(crown, ofRound.has(crown)),
    feat: describeHeld(crown),
  }))
}

/** Names a crown; that of a round by it, since there is another one of all time. */
function nameOf({ kind }: Crown, inRound: boolean): string {
  const title = titleOf(kind, inRound)
  return inRound && !title.endsWith('of the round') ? `${title} of the round` : title
}

function findReign(crowns: readonly Crown[], ownIds: readonly string[]): Crown[] {
  const reign = crowns.find(({ kind }) => kind === 'longest-reign')
  const isOwn = reign?.rows.some((id) => ownIds.includes(id))
  return reign === undefined || !isOwn || reign.value < MIN_REIGN_MS ? [] : [reign]
}
