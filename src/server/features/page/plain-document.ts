import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nonceOf } from '#server/http/guards/security.ts'
import type { Sharing } from '#server/features/sharing/sharing.ts'
import { acceptsGzip } from './accepted-encoding.ts'
import { compressPiece, joinPieces, storePiece } from './spliced-gzip.ts'

const NONCE = '__CSP_NONCE__'

/** Matches what each response fills in: its nonce, and the tags of links to a document with any. */
const SLOTS = /(__CSP_NONCE__|<!--share-tags-->.*<!--\/share-tags-->)/s

const HIDDEN = { schema: { hide: true } }

export interface PlainDocument {
  /** The file in the folder of the built page. */
  file: string
  urls: readonly string[]
}

/** The documents of which no link is shared; the console's sections have addresses below its own. */
export const PLAIN_DOCUMENTS: readonly PlainDocument[] = [
  { file: 'host.html', urls: ['/host', '/host/*'] },
  { file: 'me.html', urls: ['/me'] },
]

/** Sends a document, with the tags of links to it if it has any; returns its body. */
type SendDocument = (request: FastifyRequest, reply: FastifyReply, tags?: string) => Buffer

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

/** Returns the title and tags of the recap of a round, or of all time. */
export type WriteRecapTags = Sharing['writeRecapTags']

/** Serves the recaps, each with the tags of links to it; where there is none, the document says so. */
export function serveRecaps(app: FastifyInstance, folder: string, writeTags: WriteRecapTags): void {
  const send = readDocument(folder, 'recap.html')
  const sendRecap = async (request: FastifyRequest, reply: FastifyReply, roundId?: string) => {
    const written = await writeTags(roundId)
    if (written.is === 'none') reply.code(404)
    return send(request, reply, written.is === 'told' ? written.tags : undefined)
  }
  app.get('/recap', HIDDEN, (request, reply) => sendRecap(request, reply))
  app.get<{ Params: { id: string } }>('/rounds/:id/recap', HIDDEN, (request, reply) =>
    sendRecap(request, reply, request.params.id),
  )
}

/** Reads a document that has nothing to fill in but the nonce and tags. */
export function readDocument(folder: string, file: string): SendDocument {
  const pieces = readFileSync(join(folder, file), 'utf8')
    .split(SLOTS)
    .map((text, index) => ({ text, isSlot: index % 2 === 1, piece: compressPiece(text) }))

  return (request, reply, tags) => {
    const nonce = storePiece(nonceOf(request))
    const written = tags === undefined ? undefined : compressPiece(tags)
    const filled = pieces.map(({ text, isSlot, piece }) => {
      if (!isSlot) return piece
      return text === NONCE ? nonce : (written ?? piece)
    })
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
