import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { PaymentsMode } from '#contract/config.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { sharingRoutes } from './routes.ts'
import { writeShareTags } from './share-tags.ts'
import { SharedRanks } from './shared-ranks.ts'

export interface SharingDeps {
  leaderboard: Pick<Leaderboard, 'version' | 'top' | 'page' | 'read'>
  publicUrl: string
  /** Where money is only played with, the cards say so. */
  payments: PaymentsMode
  clock: () => number
  logger: Pick<Logger, 'warn'>
}

/** How the page looks where somebody shares a link to it. */
export interface Sharing {
  /** The pictures. */
  routes: FastifyPluginAsync
  /** The document's title and tags, by the donation that its address names; never fails. */
  writeTags(donation: unknown): Promise<string>
}

export function createSharing(deps: SharingDeps): Sharing {
  const { leaderboard, publicUrl, payments, clock, logger } = deps
  const isTest = payments !== 'live'
  const ranks = new SharedRanks({ leaderboard, clock })
  const report = (error: unknown) => logger.warn({ err: error }, 'a link could not be described')
  return {
    routes: sharingRoutes({ leaderboard, ranks, isTest, clock }),
    writeTags: (donation) => writeShareTags({ leaderboard, ranks, publicUrl, report }, donation),
  }
}
