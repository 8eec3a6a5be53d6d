import type { OwnDonation, OwnDonations } from '#contract/checkouts.ts'
import type { BoardId } from '#contract/boards.ts'
import type { Crowns } from '#contract/crowns.ts'
import type { OwnMatched } from '#contract/matches.ts'
import type { OwnPlace } from '#contract/own-place.ts'
import type { LeaderboardPage, Total } from '#contract/leaderboard.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import { publishCrowns } from '#client/lib/told-crowns.ts'
import type { Comparison, SumPlace } from './achievement.ts'
import { listWonCrowns } from './won-crowns.ts'

/** The time after which the celebration begins without what is still missing, ms. */
const TIMEOUT_MS = 2_000

/** The most donations that the server lists; beyond them it is not known how many are one's own. */
const MAX_LISTED = 100

/** The further questions to the server. */
interface Asked {
  /** The board of donors whose place is told. */
  sumBoard?: BoardId | undefined
  hasCrowns?: boolean | undefined
}

/**
 * Asks the server what a payment passed, and whether its donor had donated before: the browser may
 * be new, shared, or not have seen the other payments. Never fails: what it was not told is missing.
 */
export async function fetchComparison(
  donationId: string | null,
  { sumBoard, hasCrowns }: Asked = {},
): Promise<Comparison> {
  const call = { timeoutMs: TIMEOUT_MS }
  const [own, board, sum, crowns, matched] = await Promise.all([
    callApi<OwnDonations>(ROUTES.ownDonations, call).catch(() => undefined),
    callApi<LeaderboardPage>(`${ROUTES.leaderboard}?limit=1`, call).catch(() => undefined),
    sumBoard && fetchSum(sumBoard, call).catch(() => undefined),
    hasCrowns ? callApi<Crowns>(ROUTES.crowns, call).catch(() => undefined) : undefined,
    fetchMatched(donationId, call),
  ])
  const others =
    own === undefined ? { isReturning: false } : compare(donationId, own.donations, board?.total)
  const won = crowns && takeCrowns(crowns, donationId, listOwnIds(own, sum))
  return { ...others, ...(sum && { sum }), ...(won && { crowns: won }), ...matched }
}

/**
 * Returns what matches have added to a donation; nothing if that is not known. It is asked also where
 * no match runs now: one may have been cancelled since the payment was begun.
 */
async function fetchMatched(donationId: string | null, call: { timeoutMs: number }) {
  if (donationId === null) return undefined
  const path = `${ROUTES.donations}/${donationId}/matched`
  const answer = await callApi<OwnMatched>(path, call).catch(() => undefined)
  return answer && { matched: answer.matches }
}

/** Shows crowns on the board too, and returns those that are told with the donation. */
function takeCrowns(crowns: Crowns, donationId: string | null, ownIds: readonly string[]) {
  publishCrowns(crowns)
  return listWonCrowns(crowns, donationId, ownIds)
}

/** Returns the ids of the donor's rows: their donations, and the sum of them. */
function listOwnIds(own: OwnDonations | undefined, sum: SumPlace | undefined): string[] {
  const rows = [...(own?.donations ?? []), ...(sum === undefined ? [] : [sum])]
  return rows.map(({ id }) => id)
}

async function fetchSum(board: BoardId, call: { timeoutMs: number }) {
  const { id, place } = await callApi<OwnPlace>(`${ROUTES.boards}/${board}/own`, call)
  return place === null ? undefined : { id, board, ...place }
}

/** Compares a donation with the donor's others and with all that the board shows. */
export function compare(
  donationId: string | null,
  own: readonly OwnDonation[],
  total: Total | undefined,
): Comparison {
  const donation = own.find(({ id }) => id === donationId)
  const others = own.filter((one) => one !== donation)
  // A payment without an id may be among its donor's own donations.
  const isReturning =
    donationId !== null &&
    others.some(({ timestamp }) => donation === undefined || timestamp < donation.timestamp)
  const places = others.flatMap(({ position }) => position ?? [])
  const ownBest = places.length === 0 ? {} : { ownBest: Math.min(...places) }
  const position = donation?.position ?? null
  if (total === undefined || position === null || own.length >= MAX_LISTED)
    return { isReturning, ...ownBest }
  const ownBelow = places.filter((place) => place > position).length
  return {
    isReturning,
    ...ownBest,
    passedCount: Math.max(0, total.count - position - ownBelow),
  }
}
