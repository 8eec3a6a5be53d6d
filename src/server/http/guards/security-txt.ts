import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

export interface SecurityContact {
  publicUrl: string
  /**
   * The `mailto:` or `https:` address of the people who run this installation; the page itself by
   * default.
   */
  contact: string | undefined
  /** Returns the time, Unix ms. */
  clock: () => number
}

const DAY_MS = 24 * 60 * 60 * 1000
const VALID_DAYS = 180

/**
 * Serves `GET /.well-known/security.txt`, which says where to report a vulnerability of this
 * installation (RFC 9116).
 */
export function serveSecurityTxt(
  app: FastifyInstance,
  { publicUrl, contact = `${publicUrl}/`, clock }: SecurityContact,
): void {
  const schema = {
    operationId: 'readSecurityContact',
    summary: 'Where to report a vulnerability of this installation (RFC 9116).',
    gives: { 'text/plain': z.string() },
  }
  app.get('/.well-known/security.txt', { schema }, async (_request, reply) => {
    const today = Math.floor(clock() / DAY_MS) * DAY_MS
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
