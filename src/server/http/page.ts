import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { nonceOf } from './security.ts'

const NONCE_PLACEHOLDER = '__CSP_NONCE__'
const PUBLIC_URL_PLACEHOLDER = '__PUBLIC_URL__'
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/**
 * Serves the built page: the document with the public address and this answer's nonce, everything else as it was built
 * and compressed. What Vite named by its content may be kept for ever.
 */
export async function servePage(
  app: FastifyInstance,
  { folder, publicUrl }: { folder: string; publicUrl: string },
): Promise<void> {
  const document = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll(
    PUBLIC_URL_PLACEHOLDER,
    publicUrl,
  )
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return document.replaceAll(NONCE_PLACEHOLDER, nonceOf(request))
  })
  await app.register(staticFiles, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_MS,
  })
  await app.register(staticFiles, {
    root: folder,
    decorateReply: false,
    preCompressed: true,
    wildcard: false,
    index: false,
    globIgnore: ['index.html*', 'assets/**', '**/*.br', '**/*.gz', '.vite/**'],
    maxAge: 0,
  })
}
