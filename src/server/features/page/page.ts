import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DISCLAIMER_COOKIE, isAcceptanceOf } from '#contract/disclaimer.ts'
import type { SharedDonation } from '#contract/first-view.ts'
import { acceptsGzip } from './accepted-encoding.ts'
import { DocumentTemplate, writeDocument } from './document-template.ts'
import {
  FirstViews,
  loadRenderer,
  type BoardSource,
  type CampaignSource,
  type SumsSource,
} from './first-views.ts'
import { nonceOf } from '#server/http/guards/security.ts'
import { sessionCookieName } from '#server/http/guards/session.ts'
import { serveFiles } from '#server/http/static-files.ts'
import {
  PLAIN_DOCUMENTS,
  servePlainDocument,
  serveRecaps,
  type WriteRecapTags,
} from './plain-document.ts'
import { joinPieces } from './spliced-gzip.ts'

export interface PageOptions {
  /** The folder of the built page; the renderer of its first view lies beside it. */
  folder: string
  publicUrl: string
  board: BoardSource
  campaign: CampaignSource
  sums: SumsSource
  /** Returns the title and tags of a link to the page, or to a donation on it. */
  writeShareTags: (donationId: string | undefined) => Promise<string>
  writeRecapTags: WriteRecapTags
  /** Returns the donation that the URL names; undefined if the board shows none. */
  findShared: (donation: unknown) => Promise<SharedDonation | undefined>
  /** Returns the time, Unix ms. */
  clock: () => number
}

/**
 * The opener policy of the page with the wallet: WebKit cuts a popup off that a page with any other
 * policy opens empty, as the wallet's script does (decision 18).
 */
const WALLET_OPENER_POLICY = 'unsafe-none'

/** The query of a link to the page, which may name a donation. */
interface Shared {
  Querystring: { donation?: unknown }
}

const HIDDEN = { schema: { hide: true } }

/**
 * Serves the built page: the document with the public URL, this response's nonce and the first
 * view, the other documents, everything else as it was built and compressed. Files that Vite named
 * by their content are cached for ever.
 */
export async function servePage(app: FastifyInstance, options: PageOptions): Promise<void> {
  await serveDocument(app, options)
  for (const document of PLAIN_DOCUMENTS) servePlainDocument(app, options.folder, document)
  serveRecaps(app, options.folder, options.writeRecapTags)
  serveFiles(app, options.folder)
}

async function serveDocument(
  app: FastifyInstance,
  { folder, publicUrl, board, campaign, sums, writeShareTags, findShared, clock }: PageOptions,
): Promise<void> {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const views = new FirstViews({
    board,
    campaign,
    sums,
    template: new DocumentTemplate(html, publicUrl),
    writeShareTags,
    render: await loadRenderer(join(folder, '../server/first-view.js')),
    report: (error) => app.log.error({ err: error }, 'the first view could not be rendered'),
    clock,
  })
  const sessionCookie = sessionCookieName(publicUrl)

  app.get<Shared>('/', HIDDEN, async (request, reply) => {
    const { donation } = request.query
    const shared = donation === undefined ? undefined : await findShared(donation)
    const document = await views.documentFor({
      accepted: isAcceptanceOf(
        request.cookies[DISCLAIMER_COOKIE],
        campaign.current.disclaimer.version,
      ),
      hasSession: request.cookies[sessionCookie] !== undefined,
      shared,
    })
    const pieces = writeDocument(document, nonceOf(request))
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .header('vary', 'accept-encoding, cookie')
      .header('cross-origin-opener-policy', WALLET_OPENER_POLICY)
    if (!acceptsGzip(request)) return Buffer.concat(pieces.map(({ plain }) => plain))
    reply.header('content-encoding', 'gzip')
    return joinPieces(pieces)
  })
}
