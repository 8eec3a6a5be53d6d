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

/**
 * How the session's cookies are named. Over https a browser takes one of this name only from this
 * host, for the whole site.
 */
export function sessionCookiePrefix(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-royale' : 'royale'
}

/** The cookie whose absence proves that nobody is signed in; only the accounts can tell who is. */
export function sessionCookieName(publicUrl: string): string {
  return `${sessionCookiePrefix(publicUrl)}.session_token`
}
