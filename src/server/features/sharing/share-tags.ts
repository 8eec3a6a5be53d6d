import { formatAmount } from '#contract/money.ts'
import { introduce, type CampaignWords } from './campaign-words.ts'
import { QUESTION } from './cards/scene.ts'
import { countRows, formatCount } from './counts.ts'
import { fingerprint, isolate, toMarkup, type Link } from './link.ts'
import { DONATION_CARDS, TOP_CARD } from './routes.ts'
import { isDonationId, type SharedRank, type SharedRanks } from './shared-ranks.ts'
import type { ToldBoard, ToldTop } from './told-board.ts'

export interface ShareTagsDeps {
  told: Pick<ToldBoard, 'top'>
  ranks: Pick<SharedRanks, 'find'>
  campaign: CampaignWords
  publicUrl: string
  /** Receives the error if the rank could not be read. */
  report: (error: unknown) => void
}

/**
 * Returns the document's title and tags for search engines and link previews: of one donation's
 * rank if the URL names it, otherwise of the board. Never fails: the page comes first.
 */
export async function writeShareTags(deps: ShareTagsDeps, donationId: unknown): Promise<string> {
  const link = await describe(deps, donationId)
  return toMarkup(link, deps.campaign.current.title, deps.publicUrl)
}

async function describe(deps: ShareTagsDeps, donationId: unknown): Promise<Link> {
  const { told, ranks, campaign, report } = deps
  const words = campaign.current
  try {
    const rank = await describeRank(ranks, words, donationId)
    if (rank !== undefined) return rank
  } catch (error) {
    report(error)
  }
  try {
    const board = await told.top(3)
    if (board !== undefined) return describeBoard(board, words)
  } catch (error) {
    report(error)
  }
  return describePage(words)
}

async function describeRank(
  ranks: ShareTagsDeps['ranks'],
  words: CampaignWords['current'],
  id: unknown,
): Promise<Link | undefined> {
  if (!isDonationId(id)) return undefined
  const rank = await ranks.find(id)
  if (rank === undefined) return undefined
  const { amountCents, count, ranks: ranked, crowns = [] } = rank
  const title = `${titleOf(rank)} on ${words.title}`
  return {
    title,
    description: `${introduce(words)}With ${formatAmount(amountCents)}${ranked === 'donor' ? ' in all' : ''}, among ${countRows(count, ranked)}. ${QUESTION}`,
    path: `/?donation=${id}`,
    canonical: '/',
    image: `${DONATION_CARDS}/${id}.png?v=${fingerprint(words, title, amountCents, ...crowns)}`,
    imageText: title,
  }
}

function titleOf({ name, position }: SharedRank): string {
  return `${isolate(name)} is #${formatCount(position)}`
}

function describePage(words: CampaignWords['current']): Link {
  return {
    title: words.title,
    description: `${introduce(words)}A live leaderboard of donors. ${QUESTION} Donate, and watch yourself climb it.`,
    path: '/',
    canonical: '/',
    image: TOP_CARD,
    imageText: words.title,
  }
}

function describeBoard(
  { version, entries, total, ranks }: ToldTop,
  words: CampaignWords['current'],
): Link {
  const [first] = entries
  const places = entries.map(
    ({ position, name, amountCents }) =>
      `#${position} ${isolate(name)} with ${formatAmount(amountCents)}`,
  )
  return {
    title: words.title,
    description:
      introduce(words) +
      (first === undefined
        ? `Be the first sun: the leaderboard is empty. ${QUESTION}`
        : `${isolate(first.name)} leads with ${formatAmount(first.amountCents)}, among ${countRows(total.count, ranks)}. ${QUESTION}`),
    path: '/',
    canonical: '/',
    image: `${TOP_CARD}?v=${fingerprint(words, ranks, version)}`,
    imageText: first === undefined ? 'Be the first sun' : `The first places: ${places.join(', ')}`,
  }
}
