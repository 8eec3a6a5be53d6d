import type { FastifyRequest } from 'fastify'
import type { HostPermission, HostRole } from '#contract/host/roles.ts'
import type { HostAccess } from './access.ts'

/** A signed-in user, as the server's own session says. */
export interface User {
  id: string
  email: string
  /** The role in the hosts' team; null if this is no host. */
  role: HostRole | null
}

/** Returns the signed-in user, or throws `unauthenticated`. */
export type RequireUser = (request: FastifyRequest) => Promise<User>

/** Returns the host who makes a request, or throws; routes declare its `access`. */
export type HostGuard = RequireUser & { readonly access: HostAccess }

/** Makes the rule that lets a host pass whose role has one of the permissions. */
export type RequireHost = (...permissions: [HostPermission, ...HostPermission[]]) => HostGuard

/**
 * Returns the prefix of the session's cookie names. Over https it is one that a browser accepts
 * only from this host, for the whole site.
 */
export function sessionCookiePrefix(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-royale' : 'royale'
}

/** Returns the names of the cookies that belong to an account. */
export function accountCookieNames(publicUrl: string): string[] {
  return [sessionCookieName(publicUrl), deviceCookieName(publicUrl)]
}

/** Returns the name of the cookie by which an account knows a browser. */
export function deviceCookieName(publicUrl: string): string {
  return `${sessionCookiePrefix(publicUrl)}.device`
}

/**
 * Returns the name of the cookie without which nobody is signed in; only the accounts can tell who
 * is.
 */
export function sessionCookieName(publicUrl: string): string {
  return `${sessionCookiePrefix(publicUrl)}.session_token`
}
