import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nonceOf } from '#server/http/guards/security.ts'
import { acceptsGzip } from './accepted-encoding.ts'
import { compressPiece, joinPieces, storePiece } from './spliced-gzip.ts'

const NONCE = /(__CSP_NONCE__)/

const HIDDEN = { schema: { hide: true } }

export interface PlainDocument {
  /** The file in the folder of the built page. */
  file: string
  urls: readonly string[]
}

/** The documents besides the visitors' page; the console's sections have addresses below its own. */
export const PLAIN_DOCUMENTS: readonly PlainDocument[] = [
  { file: 'host.html', urls: ['/host', '/host/*'] },
  { file: 'me.html', urls: ['/me'] },
  { file: 'recap.html', urls: ['/recap', '/rounds/:id/recap'] },
]

/** Sends a document; returns its body. */
type SendDocument = (request: FastifyRequest, reply: FastifyReply) => Buffer

/** Serves a document that is the same for everybody; what it shows, the API decides. */
export function servePlainDocument(
  app: FastifyInstance,
  folder: string,
  { file, urls }: PlainDocument,
): void {
  const send = readDocument(folder, file)
  for (const url of urls) {
    app.get(url, HIDDEN, async (request, reply) => send(request, reply))
  }
}

/** Reads a document that has nothing to fill in but the nonce. */
export function readDocument(folder: string, file: string): SendDocument {
  const pieces = readFileSync(join(folder, file), 'utf8')
    .split(NONCE)
    .map((text) => ({ isNonce: NONCE.test(text), piece: compressPiece(text) }))

  return (request, reply) => {
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
}
