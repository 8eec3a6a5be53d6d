import type { FastifyRequest } from 'fastify'
import type { HostPermission } from '#contract/host/roles.ts'

/** The demand of a route on a host: a role with one of the permissions. */
export interface HostAccess {
  permissions: readonly HostPermission[]
  /** True if, in live mode, the session must have just shown a second factor. */
  stepUp: boolean
}

/**
 * The demand of a route on its caller, which its `config` says and the API's document tells:
 * - `session`: a signed-in user;
 * - `operator`: the operator's token, without which the route does not seem to exist;
 * - `local`: a program of this machine, or the operator's token;
 * - `signature`: a provider's signature.
 */
export type Access = 'session' | 'operator' | 'local' | 'signature' | HostAccess

/**
 * Throws if a guard runs on a route whose `config` does not declare it: the API's document would be
 * silent about what the route asks.
 */
export function requireDeclared({ routeOptions }: FastifyRequest, guard: Access): void {
  const { method, url, config } = routeOptions
  if (config.access !== undefined && covers(config.access, guard)) return
  throw new Error(`${String(method)} ${url} does not declare in config.access what it asks.`)
}

/** Returns whether what a route declares is the same as, or more than, what a guard asks. */
function covers(declared: Access, guard: Access): boolean {
  if (guard === 'session' && typeof declared === 'object') return true
  if (guard === 'operator' && declared === 'local') return true
  if (typeof guard === 'string' || typeof declared === 'string') return declared === guard
  if (guard.stepUp && !declared.stepUp) return false
  return String(declared.permissions) === String(guard.permissions)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The demand on the caller; nothing if it is left out. */
    access?: Access
  }
}
