import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { nothingHere } from '../errors.ts'
import { requireDeclared } from './access.ts'

/** Returns whether a request carries the operator's token, which is stored in the data folder. */
export function isOperator({ headers }: FastifyRequest, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Throws the same error as an address without a route, so that the route stays hidden. */
export function requireOperator(request: FastifyRequest, ...tokens: string[]): void {
  requireDeclared(request, 'operator')
  if (!tokens.some((token) => isOperator(request, token))) throw nothingHere()
}
