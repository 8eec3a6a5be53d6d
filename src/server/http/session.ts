import type { FastifyRequest } from 'fastify'

/** Somebody who is signed in, as the server's own session says. */
export interface User {
  id: string
  email: string
  /** Whether this is the host. */
  isHost: boolean
}

/** Answers who makes the request, or fails with `unauthenticated`. */
export type RequireUser = (request: FastifyRequest) => Promise<User>
