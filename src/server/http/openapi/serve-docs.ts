import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nonceOf } from '../guards/security.ts'
import { DOCS_PATH, renderDocs } from './docs-markup.ts'

/** The files of Swagger UI that the page loads, with their media types. */
const FILES = {
  'swagger-ui-bundle.js': 'text/javascript',
  'swagger-ui.css': 'text/css',
} as const

type FileName = keyof typeof FILES

const NAMES = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const satisfies FileName[]

const HOUR = 'public, max-age=3600'

const compression = new Negotiator({ supportedValues: ['gzip'] })
const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Serves the page that shows the API's document to people, with its files. */
export function serveDocs(app: FastifyInstance): void {
  servePage(app)
  serveFiles(app)
}

function servePage(app: FastifyInstance): void {
  const schema = {
    operationId: 'showApiDocs',
    summary: 'This document as a page.',
    gives: { 'text/html': z.string() },
  }
  app.get(DOCS_PATH, { config: { budget: 'lookUps' }, schema }, async (request, reply) => {
    const nonce = nonceOf(request)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', writePolicy(nonce))
      .send(renderDocs(nonce))
  })
}

/** Returns the page's policy: its own files and this server alone, and nothing to send forms to. */
function writePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';')
}

function serveFiles(app: FastifyInstance): void {
  const schema = {
    operationId: 'readApiDocsFile',
    summary: 'A file of the page that shows this document.',
    params: z.object({ file: z.enum(NAMES, 'There is no file of this name.') }),
    gives: Object.fromEntries(Object.values(FILES).map((type) => [type, z.string()])),
  }
  // Few ask for them, so they are read when somebody does; only the small form is kept.
  const zipped = new Map<FileName, Buffer>()
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      `${DOCS_PATH}/:file`,
      { config: { budget: 'pictures' }, schema },
      async (request, reply) => {
        const { file } = request.params
        const content = zipped.get(file) ?? (await readZipped(file))
        zipped.set(file, content)
        reply
          .type(`${FILES[file]}; charset=utf-8`)
          .header('cache-control', HOUR)
          .header('vary', 'accept-encoding')
        const accepted = request.headers['accept-encoding'] ?? ''
        if (compression.negotiate(accepted) !== 'gzip') return reply.send(await decompress(content))
        return reply.header('content-encoding', 'gzip').send(content)
      },
    )
}

async function readZipped(file: FileName): Promise<Buffer> {
  return compress(await readFile(fileURLToPath(import.meta.resolve(`#docs/${file}`))))
}
