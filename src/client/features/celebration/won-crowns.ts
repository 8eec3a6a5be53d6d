import { titleOf } from '#contract/crown-rules.ts'
import type { Crown, Crowns } from '#contract/crowns.ts'
import { describeHeld } from '#client/lib/crown-text.ts'

/** The shortest reign that is told, ms: a shorter one has hardly begun. */
const MIN_REIGN_MS = 60_000

/**
 * Returns the sentences about the crowns that a donation has won, and about the donor's longest
 * reign; undefined if there are none. The first place is told with the donation's place.
 */
export function describeCrowns(
  { crowns, round }: Pick<Crowns, 'crowns' | 'round'>,
  donationId: string | null,
  ownIds: readonly string[],
): string | undefined {
  const sentences = [
    ...describeWon(crowns, { donationId, inRound: false }),
    ...describeWon(round?.crowns ?? [], { donationId, inRound: true }),
    ...describeReign(crowns, ownIds),
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

function describeWon(
  crowns: readonly Crown[],
  { donationId, inRound }: { donationId: string | null; inRound: boolean },
): string[] {
  const won = crowns.filter(
    ({ kind, rows }) =>
      kind !== 'reigning' &&
      kind !== 'longest-reign' &&
      donationId !== null &&
      rows.includes(donationId),
  )
  if (won.length === 0) return []
  const list = won.map((crown) => `${nameOf(crown, inRound)} (${describeHeld(crown)})`).join(', ')
  const what = won.length === 1 ? 'A crown' : `${won.length} crowns`
  return [`${what}${inRound ? ' of the round' : ''}: ${list}.`]
}

function nameOf({ kind }: Crown, inRound: boolean): string {
  const title = titleOf(kind, inRound)
  return title.charAt(0).toLowerCase() + title.slice(1)
}

function describeReign(crowns: readonly Crown[], ownIds: readonly string[]): string[] {
  const reign = crowns.find(({ kind }) => kind === 'longest-reign')
  const isOwn = reign?.rows.some((id) => ownIds.includes(id))
  if (reign === undefined || !isOwn || reign.value < MIN_REIGN_MS) return []
  return [`Longest reign: ${describeHeld(reign)}.`]
}
