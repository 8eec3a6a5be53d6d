import type { InjectOptions } from 'fastify'
import { hasPermission, HOST_ROLES, type HostRole } from '#contract/host/roles.ts'
import { ROUTE_ACCESS } from './route-access.ts'
import type { Access, Probe } from './route-probes.ts'

/** An address of somebody else's machine. */
const ELSEWHERE = '198.51.100.1'

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

function toRequest(route: string, { url, headers, body }: Probe): InjectOptions {
  const [method, path = ''] = route.split(' ')
  return {
    method: METHODS.find((one) => one === method) ?? 'GET',
    url: url ?? path,
    remoteAddress: ELSEWHERE,
    ...(headers && { headers }),
    ...(body && { payload: body }),
  }
}

/** Returns the routes of the table that these may use, each with a request. */
export const byAccess = (access: Access): [string, InjectOptions][] =>
  Object.entries(ROUTE_ACCESS)
    .filter(([, probe]) => probe.access === access)
    .map(([route, probe]) => [route, toRequest(route, probe)])

/** Returns the roles that have one of the permissions of a route in the table. */
export function rolesOf(route: string): HostRole[] {
  const { permissions = [] } = ROUTE_ACCESS[route] ?? {}
  return HOST_ROLES.filter((role) => permissions.some((one) => hasPermission(role, one)))
}
