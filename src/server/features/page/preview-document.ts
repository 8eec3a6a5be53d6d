import type { FastifyInstance } from 'fastify'
import { PREVIEW_PATH } from '#contract/campaign/preview.ts'
import { ROUTES } from '#contract/routes.ts'
import { nonceOf, ownOrigins } from '#server/http/guards/security.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import { readDocument } from './plain-document.ts'

export interface PreviewOptions {
  /** The folder of the built page. */
  folder: string
  publicUrl: string
  requireHost: RequireHost
}

/**
 * Serves the document in which the console shows a draft to hosts who may publish it: the one
 * document that a page of this origin may frame.
 */
export function servePreview(
  app: FastifyInstance,
  { folder, publicUrl, requireHost }: PreviewOptions,
): void {
  const send = readDocument(folder, 'preview.html')
  const requirePublisher = requireHost('settings')
  const reads = listReads(publicUrl)
  const config = { budget: 'lookUps', access: requirePublisher.access } as const
  const options = { config, schema: { hide: true } }

  app.get(PREVIEW_PATH, options, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    // Until here the headers forbid every frame, and so those of a refusal do.
    await requirePublisher(request)
    reply
      .header('content-security-policy', writePolicy(nonceOf(request), reads))
      .header('x-frame-options', 'SAMEORIGIN')
    return send(request, reply)
  })
}

/**
 * Lists the addresses that a preview may request; none of them changes anything. Policies know no
 * IPv6 addresses: at such a one the preview has no board.
 */
function listReads(publicUrl: string): string[] {
  const origins = [...ownOrigins(publicUrl)].filter((origin) => !origin.includes('['))
  const { leaderboard, live, rank, boards, crowns, rounds } = ROUTES
  // A policy takes a path with a slash at its end for all that lie below it.
  const paths = [leaderboard, live, rank, `${boards}/`, crowns, rounds]
  return origins.flatMap((origin) => paths.map((path) => origin + path))
}

/**
 * Returns the policy of the preview. It may load its own files and read boards, and nothing
 * else: no request that acts, no form, no window, no frame. The origin stays, since an opaque one
 * could load neither fonts nor scripts of ours; no text of a draft is ever markup.
 */
function writePolicy(nonce: string, reads: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src ${reads.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-same-origin',
  ].join(';')
}
