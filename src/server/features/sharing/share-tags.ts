import { createHash } from 'node:crypto'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { html } from '#server/infra/html.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { introduce, writeTagline, type CampaignWords } from './campaign-words.ts'
import { CARD, QUESTION } from './cards/scene.ts'
import { countDonations, formatCount } from './counts.ts'
import { DONATION_CARDS, TOP_CARD } from './routes.ts'
import { isDonationId, type SharedRank, type SharedRanks } from './shared-ranks.ts'

export interface ShareTagsDeps {
  leaderboard: Pick<Leaderboard, 'top'>
  ranks: Pick<SharedRanks, 'find'>
  campaign: CampaignWords
  publicUrl: string
  /** Receives the error if the rank could not be read. */
  report: (error: unknown) => void
}

/** The description of a shared link; all fields are text, not markup. */
interface Link {
  title: string
  description: string
  /** The shared path, below the public URL. */
  path: string
  image: string
  imageText: string
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
  const { leaderboard, ranks, campaign, report } = deps
  const words = campaign.current
  try {
    const rank = await describeRank(ranks, words, donationId)
    if (rank !== undefined) return rank
  } catch (error) {
    report(error)
  }
  const board = leaderboard.top(3)
  return board === undefined ? describePage(words) : describeBoard(board, words)
}

async function describeRank(
  ranks: ShareTagsDeps['ranks'],
  words: CampaignWords['current'],
  id: unknown,
): Promise<Link | undefined> {
  if (!isDonationId(id)) return undefined
  const rank = await ranks.find(id)
  if (rank === undefined) return undefined
  const { amountCents, count, crowns = [] } = rank
  const title = `${titleOf(rank)} on ${words.title}`
  return {
    title,
    description: `${introduce(words)}With ${formatAmount(amountCents)}, among ${countDonations(count)}. ${QUESTION}`,
    path: `/?donation=${id}`,
    image: `${DONATION_CARDS}/${id}.png?v=${fingerprint(words, title, amountCents, ...crowns)}`,
    imageText: title,
  }
}

/**
 * Returns a short hash of what a picture shows. Sites cache it by its URL, so another rank, name or
 * campaign needs another URL.
 */
function fingerprint(words: CampaignWords['current'], ...shown: (string | number)[]): string {
  const facts = JSON.stringify([writeTagline(words), ...shown])
  return createHash('sha256').update(facts).digest('base64url').slice(0, 10)
}

function titleOf({ name, position }: SharedRank): string {
  return `${isolate(name)} is #${formatCount(position)}`
}

function describePage(words: CampaignWords['current']): Link {
  return {
    title: words.title,
    description: `${introduce(words)}A live leaderboard of donors. ${QUESTION} Donate, and watch yourself climb it.`,
    path: '/',
    image: TOP_CARD,
    imageText: words.title,
  }
}

function describeBoard(
  { version, entries, total }: LeaderboardPage,
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
        : `${isolate(first.name)} leads with ${formatAmount(first.amountCents)}, among ${countDonations(total.count)}. ${QUESTION}`),
    path: '/',
    image: `${TOP_CARD}?v=${fingerprint(words, version)}`,
    imageText: first === undefined ? 'Be the first sun' : `The first places: ${places.join(', ')}`,
  }
}

function toMarkup(
  { title, description, path, image, imageText }: Link,
  site: string,
  base: string,
): string {
  const picture = `${base}${image}`
  return html`<title>${title}</title>
    <meta name="description" content="${description}" />
    <link rel="canonical" href="${base}/" />
    <meta property="og:site_name" content="${site}" />
    <meta property="og:type" content="website" />
    <meta property="og:url" content="${base}${path}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:image" content="${picture}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${String(CARD.width)}" />
    <meta property="og:image:height" content="${String(CARD.height)}" />
    <meta property="og:image:alt" content="${imageText}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${description}" />
    <meta name="twitter:image" content="${picture}" />
    <meta name="twitter:image:alt" content="${imageText}" />`.markup
}

// Matches Hebrew, Arabic and other scripts written from right to left.
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/v

/** Isolates a name, so that its direction does not affect the words around it. */
function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}
