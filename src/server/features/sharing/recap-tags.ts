import { stopAfter } from '#contract/full-stop.ts'
import type { Recap } from '#contract/crowns.ts'
import { formatAmount } from '#contract/money.ts'
import { findOwnCrowns, findStand, tellNobody, type ShownRounds } from '#contract/recap-stand.ts'
import { introduce, type CampaignWords } from './campaign-words.ts'
import { countRows } from './counts.ts'
import { fingerprint, isolate, toMarkup, type Link } from './link.ts'
import { ROUND_CARDS, TOP_CARD } from './routes.ts'
import type { SharedRecaps } from './shared-recaps.ts'

export interface RecapTagsDeps {
  recaps: Pick<SharedRecaps, 'find'>
  campaign: CampaignWords
  publicUrl: string
  /** Receives the error if the recap could not be read. */
  report: (error: unknown) => void
}

/** The title and tags of a link to a recap, if it is counted soon; or that there is no recap. */
export type RecapTags = { is: 'told'; tags: string } | { is: 'none' } | { is: 'late' }

/**
 * Returns the title and tags of a link to the recap of a round, or of all time. Never fails: the page
 * comes first.
 */
export async function writeRecapTags(
  { recaps, campaign, publicUrl, report }: RecapTagsDeps,
  roundId: string | undefined,
): Promise<RecapTags> {
  const words = campaign.current
  try {
    const recap = await recaps.find(roundId)
    if (recap === 'none' || recap === 'late') return { is: recap }
    return { is: 'told', tags: toMarkup(describeRecap(recap, words), words.title, publicUrl) }
  } catch (error) {
    report(error)
    return { is: 'late' }
  }
}

function describeRecap(recap: Recap, words: CampaignWords['current']): Link {
  const { round } = recap
  const path = round === null ? '/recap' : `/rounds/${round.id}/recap`
  const name = round === null ? 'All time' : isolate(round.name)
  const title = `Recap: ${name} · ${words.title}`
  const first = describeFirst(recap, words)
  const crowns = findOwnCrowns(recap).map(({ kind }) => kind)
  return {
    title,
    description: introduce(words) + first,
    path,
    canonical: path,
    image: `${imageOf(recap)}?v=${fingerprint(words, title, first, ...crowns)}`,
    imageText: `${title}${stopAfter(title)} ${first}`,
  }
}

function describeFirst(recap: Recap, shown: ShownRounds): string {
  const { round, endsAt, total } = recap
  const stand = findStand(recap, shown)
  if (stand === undefined) {
    const isOver = round?.endsAt === endsAt
    return isOver ? `${tellNobody(recap)}.` : 'Nobody has donated yet: be the first.'
  }
  const { name, amountCents, hasWon } = stand
  const deed = `${hasWon ? 'won' : 'leads'} with ${formatAmount(amountCents)}`
  return `${isolate(name)} ${deed}, among ${countRows(total.count)}. See who led when, and a replay.`
}

/** The board's own card shows who is first of all time, and what there is while nobody is. */
function imageOf({ round, reigns }: Recap): string {
  return round === null || reigns.length === 0 ? TOP_CARD : `${ROUND_CARDS}/${round.id}.png`
}
