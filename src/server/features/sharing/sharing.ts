import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { PaymentsMode } from '#contract/config.ts'
import type { SharedDonation } from '#contract/first-view.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import type { CampaignWords } from './campaign-words.ts'
import { sharingRoutes } from './routes.ts'
import { writeShareTags } from './share-tags.ts'
import { isDonationId, SharedDonations, SharedRanks } from './shared-ranks.ts'

export interface SharingDeps {
  leaderboard: Pick<Leaderboard, 'version' | 'top' | 'page' | 'read'>
  /** Returns the titles of the crowns that a donation holds. */
  crownTitlesOf: (donationId: string) => Promise<readonly string[]>
  campaign: CampaignWords
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
  /** Returns the donation that the document's URL names, if the board shows it; never fails. */
  findDonation(donation: unknown): Promise<SharedDonation | undefined>
}

export function createSharing(deps: SharingDeps): Sharing {
  const { leaderboard, crownTitlesOf, campaign, publicUrl, payments, clock, logger } = deps
  const isTest = payments !== 'live'
  const ranks = new SharedRanks({ leaderboard, clock, crownTitlesOf })
  const donations = new SharedDonations({ leaderboard, clock })
  const report = (error: unknown) => logger.warn({ err: error }, 'a link could not be described')
  return {
    routes: sharingRoutes({ leaderboard, ranks, campaign, isTest, clock }),
    writeTags: (donation) =>
      writeShareTags({ leaderboard, ranks, campaign, publicUrl, report }, donation),
    findDonation: async (id) => {
      if (!isDonationId(id)) return undefined
      return donations.find(id).catch((error: unknown) => {
        report(error)
        return undefined
      })
    },
  }
}
