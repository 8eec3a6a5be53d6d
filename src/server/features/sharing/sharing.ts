import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { PaymentsMode } from '#contract/config.ts'
import type { SharedDonation } from '#contract/first-view.ts'
import type { Boards, Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import type { CampaignWords } from './campaign-words.ts'
import { writeRecapTags, type RecapTags } from './recap-tags.ts'
import { sharingRoutes } from './routes.ts'
import { writeShareTags } from './share-tags.ts'
import { isDonationId, SharedDonations, SharedRanks } from './shared-ranks.ts'
import { SharedRecaps, type ReadRecap } from './shared-recaps.ts'
import { createToldBoard, type ToldBoardDeps } from './told-board.ts'

export interface SharingDeps {
  leaderboard: Pick<Leaderboard, 'version' | 'top' | 'page' | 'read'>
  boards: Pick<Boards, 'open'>
  /** Returns the titles of the crowns that a donation holds, or the row of its donor. */
  crownTitlesOf: (ids: readonly string[]) => Promise<readonly string[]>
  readRecap: ReadRecap
  campaign: CampaignWords & ToldBoardDeps['campaign']
  publicUrl: string
  /** The mode; in test mode the cards say so. */
  payments: PaymentsMode
  clock: () => number
  logger: Pick<Logger, 'warn'>
}

/** The pictures and tags of links to the page. */
export interface Sharing {
  /** The routes of the pictures. */
  routes: FastifyPluginAsync
  /** Returns the document's title and tags for the donation id in its URL; never fails. */
  writeTags(donation: unknown): Promise<string>
  /** Returns the title and tags of the recap of a round, or of all time; never fails. */
  writeRecapTags(roundId: string | undefined): Promise<RecapTags>
  /** Returns the donation that the document's URL names, if the board shows it; never fails. */
  findDonation(donation: unknown): Promise<SharedDonation | undefined>
}

export function createSharing(deps: SharingDeps): Sharing {
  const { leaderboard, crownTitlesOf, readRecap, campaign, publicUrl, payments, clock, logger } =
    deps
  const isTest = payments !== 'live'
  const told = createToldBoard(deps)
  const ranks = new SharedRanks({ leaderboard, told, clock, crownTitlesOf })
  const donations = new SharedDonations({ leaderboard, told, clock })
  const recaps = new SharedRecaps(readRecap)
  const report = (error: unknown) => logger.warn({ err: error }, 'a link could not be described')
  return {
    routes: sharingRoutes({ told, ranks, recaps, campaign, isTest, clock }),
    writeTags: (donation) => writeShareTags({ told, ranks, campaign, publicUrl, report }, donation),
    writeRecapTags: (roundId) => writeRecapTags({ recaps, campaign, publicUrl, report }, roundId),
    findDonation: async (id) => {
      if (!isDonationId(id)) return undefined
      return donations.find(id).catch((error: unknown) => {
        report(error)
        return undefined
      })
    },
  }
}
