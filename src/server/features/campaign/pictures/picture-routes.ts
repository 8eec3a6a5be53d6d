import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { MAX_PICTURE_BYTES, pictureSchema } from '#contract/campaign/picture.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { PICTURES_PATH } from '#contract/routes.ts'
import { nothingHere } from '#server/http/errors.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import type { Database } from '#server/infra/database/database.ts'
import { KeyedMutex } from '#server/infra/keyed-mutex.ts'
import type { LiveCampaign } from '../campaign.ts'
import { encodePicture } from './encode-picture.ts'
import { hashOf } from './picture-hash.ts'
import { findPicture, storePicture } from './pictures-store.ts'

export interface PictureRoutesDeps {
  database: Database
  campaign: Pick<LiveCampaign, 'current'>
  requireHost: RequireHost
  clock: () => number
}

const IMAGE_TYPE = /^image\/[\w.+-]+$/

/** Registers the routes with which hosts upload pictures, and everybody sees them. */
export function pictureRoutes(deps: PictureRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(uploadRoute(deps))
    await app.register(showRoute(deps))
  }
}

function uploadRoute({
  database,
  campaign,
  requireHost,
  clock,
}: PictureRoutesDeps): FastifyPluginAsyncZod {
  const requireSettings = requireHost('settings')
  // One picture is decoded at a time, because each may take 160 MB.
  const mutex = new KeyedMutex()
  return async (app) => {
    app.addContentTypeParser(
      IMAGE_TYPE,
      { parseAs: 'buffer', bodyLimit: MAX_PICTURE_BYTES },
      (_request, body, done) => done(null, body),
    )
    app.post(
      HOST_ROUTES.pictures,
      {
        config: { budget: 'uploads', access: requireSettings.access },
        bodyLimit: MAX_PICTURE_BYTES,
        // Runs before the body is read, so that nobody else can make the server read 5 MB.
        onRequest: async (request) => {
          await requireSettings(request)
        },
        schema: {
          operationId: 'uploadPicture',
          summary: 'Stores a picture for the campaign, as WebP.',
          takes: { 'image/*': z.file() },
          response: { 200: pictureSchema },
        },
      },
      async ({ body }, reply) => {
        reply.header('cache-control', 'no-store')
        if (!Buffer.isBuffer(body) || body.length === 0) {
          throw new AppError(
            'invalid-argument',
            'The request must be a picture, such as image/png.',
          )
        }
        const webp = await mutex.run('picture', () => encodePicture(body))
        const hash = createHash('sha256').update(webp).digest('hex')
        const published = hashOf(campaign.current.picture)
        await database.write(storePicture, { hash, webp, at: clock(), published })
        return { picture: `${PICTURES_PATH}/${hash}.webp` }
      },
    )
  }
}

function showRoute({ database }: PictureRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      String.raw`${PICTURES_PATH}/:hash(^[\da-f]{64}).webp`,
      {
        config: { budget: 'pictures' },
        schema: {
          operationId: 'showPicture',
          summary: 'A picture of the campaign.',
          fails: ['not-found'],
          params: z.object({ hash: z.string() }),
          gives: { 'image/webp': z.file() },
        },
      },
      async (request, reply) => {
        const webp = await findPicture(database.reader, request.params.hash)
        if (webp === undefined) throw nothingHere()
        return reply
          .type('image/webp')
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('x-content-type-options', 'nosniff')
          .send(Buffer.from(webp))
      },
    )
  }
}
