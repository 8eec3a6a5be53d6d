import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DISCLAIMER_COOKIE, isAcceptanceOf } from '#contract/disclaimer.ts'
import type { SharedDonation } from '#contract/first-view.ts'
import { acceptsGzip } from './accepted-encoding.ts'
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
import { PLAIN_DOCUMENTS, servePlainDocument } from './plain-document.ts'
import { compressPiece, joinPieces, storePiece, type GzipPiece } from './spliced-gzip.ts'

export interface PageOptions {
  /** The folder of the built page; the renderer of its first view lies beside it. */
  folder: string
  publicUrl: string
  board: BoardSource
  campaign: CampaignSource
  sums: SumsSource
  /** Returns the title and tags of a link to the page, or to a donation on it. */
  writeShareTags: (donationId: string | undefined) => Promise<string>
  /** Returns the donation that the URL names; undefined if the board shows none. */
  findShared: (donation: unknown) => Promise<SharedDonation | undefined>
  /** Returns the time, Unix ms. */
  clock: () => number
}

const PUBLIC_URL_PLACEHOLDER = '__PUBLIC_URL__'

/**
 * The opener policy of the page with the wallet: WebKit cuts a popup off that a page with any other
 * policy opens empty, as the wallet's script does (decision 18).
 */
const WALLET_OPENER_POLICY = 'unsafe-none'

/** Matches the link preview tags of the built document, which the server replaces. */
const SHARE_TAGS = /<!--share-tags-->.*<!--\/share-tags-->/s

/** Matches the styles of a shared link's greeting, which the build puts among the others. */
const SHARED_STYLES = /\/\*shared\*\/(.*)\/\*\/shared\*\//s

const NO_STYLES = compressPiece('')

/** Matches the placeholders that each response fills in. */
const SLOT =
  /(__PALETTE__|__CSP_NONCE__|__SHARE_TAGS__|__SHARED_STYLES__|__FIRST_RULES__|__FIRST_VIEW__)/

/** The query of a link to the page, which may name a donation. */
interface Shared {
  Querystring: { donation?: unknown }
}

const HIDDEN = { schema: { hide: true } }

/**
 * Serves the built page: the document with the public URL, this response's nonce and the first
 * view, the other documents, everything else as it was built and compressed. Files that Vite named by their content are
 * cached for ever.
 */
export async function servePage(app: FastifyInstance, options: PageOptions): Promise<void> {
  await serveDocument(app, options)
  for (const document of PLAIN_DOCUMENTS) servePlainDocument(app, options.folder, document)
  serveFiles(app, options.folder)
}

async function serveDocument(
  app: FastifyInstance,
  { folder, publicUrl, board, campaign, sums, writeShareTags, findShared, clock }: PageOptions,
): Promise<void> {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const template = splitTemplate(html, publicUrl)
  const sharedStyles = compressPiece(SHARED_STYLES.exec(html)?.[1] ?? '')
  const views = new FirstViews({
    board,
    campaign,
    sums,
    writeShareTags,
    render: await loadRenderer(join(folder, '../server/first-view.js')),
    report: (error) => app.log.error({ err: error }, 'the first view could not be rendered'),
    clock,
  })
  const sessionCookie = sessionCookieName(publicUrl)

  app.get<Shared>('/', HIDDEN, async (request, reply) => {
    const { donation } = request.query
    const shared = donation === undefined ? undefined : await findShared(donation)
    const { shareTags, rules, body } = await views.partsFor({
      accepted: isAcceptanceOf(
        request.cookies[DISCLAIMER_COOKIE],
        campaign.current.disclaimer.version,
      ),
      hasSession: request.cookies[sessionCookie] !== undefined,
      shared,
    })
    const slots: Record<string, GzipPiece> = {
      __PALETTE__: storePiece(campaign.current.palette),
      __CSP_NONCE__: storePiece(nonceOf(request)),
      __SHARE_TAGS__: shareTags,
      __SHARED_STYLES__: shared === undefined ? NO_STYLES : sharedStyles,
      __FIRST_RULES__: rules,
      __FIRST_VIEW__: body,
    }
    const pieces = template.map(({ text, piece }) => slots[text] ?? piece)
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

/** Splits the built document at its placeholders, which stand between compressed pieces. */
function splitTemplate(html: string, publicUrl: string): { text: string; piece: GzipPiece }[] {
  return html
    .replace(SHARE_TAGS, '__SHARE_TAGS__')
    .replace(SHARED_STYLES, '__SHARED_STYLES__')
    .replaceAll(PUBLIC_URL_PLACEHOLDER, publicUrl)
    .split(SLOT)
    .map((text) => ({ text, piece: compressPiece(text) }))
}
