import type { ApiDocument } from '../helpers/api/api-document.ts'
import { ROUTE_ACCESS } from './route-access.ts'
import type { Access, Probe } from './route-probes.ts'

/** One way to open a route: all schemes that it takes, each with its permissions. */
type Way = Record<string, readonly string[]>

/** The ways of the API's document to open a route, by who may use it. */
const WAYS: Record<Access, (path: string, probe: Probe) => Way[]> = {
  all: () => [],
  proof: () => [],
  'signed in': () => [{ session: [] }],
  owner: () => [{ session: [] }],
  host: (_path, { permissions = [], stepUp = false }) =>
    permissions.map((one) => ({ session: [one], ...(stepUp && { secondFactor: [] }) })),
  operator: () => [{ operatorToken: [] }],
  'this machine': () => [{}, { operatorToken: [] }],
  provider: (path) => [{ [`${path.split('/').at(-1)}Signature`]: [] }],
  'sandbox key': () => [],
}

/** Returns the ways of the table to open each route that the document must have. */
export function listExpectedWays(): Record<string, Way[]> {
  return Object.fromEntries(
    Object.entries(ROUTE_ACCESS)
      .filter(([route]) => !/ \/(_sandbox|v1)\//.test(route))
      .map(([route, probe]) => {
        const path = route.replaceAll(/:(\w+)(\(.*?\))?/g, '{$1}')
        return [path, WAYS[probe.access](path, probe)]
      }),
  )
}

/** Returns the ways of the document to open each of its routes. */
export function listDocumentedWays({ paths }: ApiDocument): Record<string, Way[]> {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security }]) => [
        `${method.toUpperCase()} ${path}`,
        security,
      ]),
    ),
  )
}
