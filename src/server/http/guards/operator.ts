import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { nothingHere } from '../errors.ts'

/** Tells whether a request shows the operator's token, which lies in the data folder. */
export function isOperator({ headers }: FastifyRequest, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Fails as at an address with nothing there, so that the route does not show itself. */
export function requireOperator(request: FastifyRequest, token: string): void {
  if (!isOperator(request, token)) throw nothingHere()
}
