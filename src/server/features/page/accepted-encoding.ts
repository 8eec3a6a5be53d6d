import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'

const compression = new Negotiator({ supportedValues: ['gzip'] })

export function acceptsGzip({ headers }: FastifyRequest): boolean {
  return compression.negotiate(headers['accept-encoding'] ?? '') === 'gzip'
}
