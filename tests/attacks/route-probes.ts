import type { HostPermission } from '#contract/host/roles.ts'

/** The people or programs that may use a route. */
export type Access =
  /** All people; the response contains nothing personal. */
  | 'all'
  /** A signed-in person, about themselves. */
  | 'signed in'
  /** The signed-in owner of the object in the URL; others get a 404. */
  | 'owner'
  /** Hosts whose role has the probe's permission; see `Probe.permissions`. */
  | 'host'
  /** The person who runs the server, with the operator's token; others get a 404. */
  | 'operator'
  /** Programs of this machine, and the operator. */
  | 'this machine'
  /** A payment provider, which signs its requests. */
  | 'provider'
  /** The product's own adapters, with the key of the embedded sandbox. */
  | 'sandbox key'
  /** A person with a token or an assertion made for this request. */
  | 'proof'

/** A valid request, so that the role alone decides. */
export interface Probe {
  access: Access
  /** One of these permissions opens a route of hosts. */
  permissions?: readonly HostPermission[]
  /** True if a host must also have just shown their second factor, with real money. */
  stepUp?: boolean
  /** The URL with its parameters filled in, if it has any. */
  url?: string
  headers?: Record<string, string>
  body?: object
}

export const all: Probe = { access: 'all' }
export const signedIn = (body?: object): Probe => ({ access: 'signed in', ...(body && { body }) })
export const proof = (body: object): Probe => ({ access: 'proof', body })
export const owner = (url: string, body?: object): Probe => ({
  access: 'owner',
  url,
  ...(body && { body }),
})
export const host = (...permissions: HostPermission[]): Probe => ({ access: 'host', permissions })
export const hostStepUp = (...permissions: HostPermission[]): Probe => ({
  ...host(...permissions),
  stepUp: true,
})
export const operator = (body?: object): Probe => ({ access: 'operator', ...(body && { body }) })
export const key = (url?: string, body?: object): Probe => ({
  access: 'sandbox key',
  ...(url && { url }),
  ...(body && { body }),
})
export const control: Probe = { access: 'this machine', body: {} }
