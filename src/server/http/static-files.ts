import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseByteRange } from './byte-range.ts'
import { nothingHere } from './errors.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
}

/** The encodings of a built file, best first, with their file extensions. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const

type Encoding = keyof typeof ENCODINGS

interface Form {
  bytes: Buffer
  etag: string
}

/** A file of the built page, kept in memory: responses need neither a file handle nor a thread. */
interface StaticFile {
  type: string
  plain: Form
  encoded: Partial<Record<Encoding, Form>>
  negotiator: Negotiator<Encoding>
}

const YEAR_S = 365 * 24 * 60 * 60
const FOR_EVER = `public, max-age=${YEAR_S}, immutable`
const ASK_AGAIN = 'public, max-age=0'

const ASSETS = 'assets/'

const HIDDEN = { schema: { hide: true } }

/**
 * Serves the files of the built page from memory (some 2 MB). Files under `assets/`, which Vite
 * names by their content, are cached for ever; the documents themselves are served by `servePage`.
 */
export function serveFiles(app: FastifyInstance, folder: string): void {
  const files = readFiles(folder)
  app.get<{ Params: { '*': string } }>(`/${ASSETS}*`, HIDDEN, async (request, reply) => {
    const file = files.get(ASSETS + request.params['*'])
    if (file === undefined) throw nothingHere()
    return send(request, reply.header('cache-control', FOR_EVER), file)
  })
  for (const [path, file] of files) {
    if (path.startsWith(ASSETS)) continue
    app.get(`/${path}`, HIDDEN, async (request, reply) =>
      send(request, reply.header('cache-control', ASK_AGAIN), file),
    )
  }
}

function send(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const { 'if-range': version, 'accept-encoding': accepted = '' } = request.headers
  // A part of another version than the browser has would make a broken file (RFC 9110, 13.1.5).
  const isSame = version === undefined || version === file.plain.etag
  const range = isSame ? request.headers.range : undefined
  const encoding = range === undefined ? file.negotiator.negotiate(accepted) : null
  const { bytes, etag } = (encoding && file.encoded[encoding]) ?? file.plain
  reply.headers({ etag, 'accept-ranges': 'bytes', vary: 'accept-encoding' })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  reply.type(file.type)
  if (encoding !== null) reply.header('content-encoding', encoding)
  const part = range === undefined ? undefined : parseByteRange(range, bytes.length)
  if (part === undefined) return reply.send(bytes)
  reply.header('content-range', `bytes ${part.start}-${part.end}/${bytes.length}`)
  return reply.code(206).send(bytes.subarray(part.start, part.end + 1))
}

/** Returns the files of a folder by their paths in it, without the documents and hidden files. */
function readFiles(folder: string): Map<string, StaticFile> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/(^|\/)\.|\.(br|gz)$|^[^/]+\.html$/.test(path))
  return new Map(paths.map((path) => [path, readFile(join(folder, path))]))
}

function readFile(path: string): StaticFile {
  const type = TYPES[extname(path)]
  if (type === undefined) throw new Error(`${path} has an ending whose type is not known.`)
  const encoded: StaticFile['encoded'] = {}
  for (const [encoding, ending] of Object.entries(ENCODINGS)) {
    if (isEncoding(encoding) && existsSync(path + ending))
      encoded[encoding] = readForm(path + ending)
  }
  const supportedValues = Object.keys(encoded).filter(isEncoding)
  return { type, plain: readForm(path), encoded, negotiator: new Negotiator({ supportedValues }) }
}

function isEncoding(text: string): text is Encoding {
  return text in ENCODINGS
}

function readForm(path: string): Form {
  const bytes = readFileSync(path)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { bytes, etag: `"${hash}"` }
}
