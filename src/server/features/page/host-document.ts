import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nonceOf } from '#server/http/guards/security.ts'
import { acceptsGzip } from './accepted-encoding.ts'
import { compressPiece, joinPieces, storePiece } from './spliced-gzip.ts'

const NONCE = /(__CSP_NONCE__)/

const HIDDEN = { schema: { hide: true } }

/**
 * Serves the document of the host's console at `/host` and below, where its sections have their
 * addresses. It is the same for everybody; what it shows, the API decides.
 */
export function serveHostDocument(app: FastifyInstance, folder: string): void {
  const pieces = readFileSync(join(folder, 'host.html'), 'utf8')
    .split(NONCE)
    .map((text) => ({ isNonce: NONCE.test(text), piece: compressPiece(text) }))

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    const nonce = storePiece(nonceOf(request))
    const filled = pieces.map(({ isNonce, piece }) => (isNonce ? nonce : piece))
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .header('vary', 'accept-encoding')
    if (!acceptsGzip(request)) return Buffer.concat(filled.map(({ plain }) => plain))
    reply.header('content-encoding', 'gzip')
    return joinPieces(filled)
  }

  app.get('/host', HIDDEN, send)
  app.get('/host/*', HIDDEN, send)
}
