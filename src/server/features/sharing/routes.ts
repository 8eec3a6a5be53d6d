import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { writeTagline, type CampaignWords } from './campaign-words.ts'
import { paint } from './cards/paint.ts'
import { toRoundCard, type RankShown } from './cards/round-card.ts'
import { markAsTest, type Scene } from './cards/scene.ts'
import { RankPictures, TopPicture, type Picture } from './pictures.ts'
import type { SharedRanks } from './shared-ranks.ts'
import type { SharedRecaps } from './shared-recaps.ts'
import type { ToldBoard } from './told-board.ts'

export interface SharingRoutesDeps {
  told: Pick<ToldBoard, 'page'>
  ranks: Pick<SharedRanks, 'find'>
  recaps: Pick<SharedRecaps, 'find'>
  campaign: CampaignWords
  /** True in test mode, which the cards then say. */
  isTest: boolean
  clock: () => number
}

export const TOP_CARD = '/cards/top.png'

/** The prefix of the cards of donations; the donation's id and `.png` follow. */
export const DONATION_CARDS = '/cards/donation'

/** The prefix of the cards of rounds; the round's id and `.png` follow. */
export const ROUND_CARDS = '/cards/round'

/** The static picture, which is never drawn. */
const STATIC_CARD = '/og.png'

const config = { budget: 'pictures' } as const

/** The options that the routes of all pictures share. */
const PICTURE = {
  reads: ['if-none-match'],
  sends: ['etag', 'cross-origin-resource-policy', 'location'],
  response: { 302: z.undefined(), 304: z.undefined() },
  gives: { 'image/png': z.file() },
} as const

const TOP_SCHEMA = {
  operationId: 'showTopCard',
  summary: 'The picture of the board’s top, for shared links.',
  ...PICTURE,
} as const

const DONATION_SCHEMA = {
  operationId: 'showDonationCard',
  summary: 'The picture of a donation’s rank, for shared links.',
  fails: ['not-found'],
  ...PICTURE,
} as const

const ROUND_SCHEMA = {
  operationId: 'showRoundCard',
  summary: 'The picture of a round’s first place, for links to its recap.',
  fails: ['not-found'],
  ...PICTURE,
} as const

/**
 * Registers the routes of the pictures for shared links: of the board, of a donation's rank, and of
 * who is first in a round.
 */
export function sharingRoutes(deps: SharingRoutesDeps): FastifyPluginAsync {
  const { told, ranks, recaps, campaign, isTest, clock } = deps
  const paintCard = (scene: Scene) => paint(isTest ? markAsTest(scene) : scene)
  return async (app) => {
    const report = (error: unknown) => app.log.warn({ err: error }, 'a card could not be drawn')
    const topPicture = new TopPicture({ paint: paintCard, clock, report })
    const rankPictures = new RankPictures({ paint: paintCard, clock })

    app.get(TOP_CARD, { config, schema: TOP_SCHEMA }, async (request, reply) => {
      const { entries, total, ranks: ranked } = await told.page(3)
      const top = entries.map(({ name, amountCents }) => ({ name, amountCents }))
      // The picture itself reports its failure, once for all who wait.
      const picture = await topPicture
        .find({ top, total, ranks: ranked, tagline: writeTagline(campaign.current) })
        .catch(() => undefined)
      return picture === undefined
        ? redirect(reply, STATIC_CARD)
        : sendPicture(request, reply, picture)
    })

    const serveRank = (path: string, schema: RankSchema, find: FindRank) =>
      app.get<{ Params: { id: string } }>(path, { config, schema }, async (request, reply) => {
        const { id } = request.params
        const shown = await find(id, writeTagline(campaign.current))
        if (shown === undefined) throw new AppError('not-found', 'There is nothing to show.')
        const picture = await rankPictures
          .find(`${path} ${id}`, shown.rank, shown.line)
          .catch(report)
        return picture === undefined
          ? redirect(reply, TOP_CARD)
          : sendPicture(request, reply, picture)
      })

    serveRank(
      String.raw`${DONATION_CARDS}/:id(^[\w-]{1,64}).png`,
      DONATION_SCHEMA,
      async (id, line) => {
        const rank = await ranks.find(id)
        return rank && { rank, line }
      },
    )

    serveRank(String.raw`${ROUND_CARDS}/:id(^[\w-]{1,36}).png`, ROUND_SCHEMA, async (id, line) => {
      const recap = await recaps.find(id)
      if (recap === 'none' || recap === 'late') return undefined
      return toRoundCard(recap, { line, shown: campaign.current })
    })
  }
}

type RankSchema = typeof DONATION_SCHEMA | typeof ROUND_SCHEMA

/** Finds what a card of a rank shows, with the line at its foot; undefined if there is none. */
type FindRank = (id: string, line: string) => Promise<RankShown | undefined>

function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: Picture) {
  reply
    .header('cache-control', 'public, max-age=10')
    .header('etag', picture.etag)
    // Other sites show these pictures.
    .header('cross-origin-resource-policy', 'cross-origin')
  if (request.headers['if-none-match']?.includes(picture.etag)) return reply.code(304).send()
  return reply.type('image/png').send(picture.png)
}

function redirect(reply: FastifyReply, path: string) {
  return reply.header('cache-control', 'no-store').redirect(path, 302)
}
