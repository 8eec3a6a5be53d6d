import type { ApiDocument } from '../helpers/api/api-document.ts'
import { ROUTE_ACCESS } from './route-access.ts'
import type { Access } from './route-probes.ts'

/** The schemes of the API's document that open a route, by who may use it. */
const SCHEMES: Record<Access, (path: string) => string[]> = {
  all: () => [],
  proof: () => [],
  'signed in': () => ['session'],
  owner: () => ['session'],
  host: () => ['session'],
  operator: () => ['operatorToken'],
  'this machine': () => ['nothing', 'operatorToken'],
  provider: (path) => [`${path.split('/').at(-1)}Signature`],
  'sandbox key': () => [],
}

/** What opens a route: a scheme each, and the permissions of which a host must have one. */
interface Opening {
  schemes: string[]
  permissions: readonly string[]
}

/** Returns what the table says of each route that the document must have. */
export function listExpectedOpenings(): Record<string, Opening> {
  return Object.fromEntries(
    Object.entries(ROUTE_ACCESS)
      .filter(([route]) => !/ \/(_sandbox|v1)\//.test(route))
      .map(([route, { access, permissions = [] }]) => {
        const path = route.replaceAll(/:(\w+)(\(.*?\))?/g, '{$1}')
        return [path, { schemes: SCHEMES[access](path), permissions }]
      }),
  )
}

/** Returns what the document says of each of its routes. */
export function listDocumentedOpenings({ paths }: ApiDocument): Record<string, Opening> {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security }]) => {
        const schemes = new Set(security.map((way) => Object.keys(way)[0] ?? 'nothing'))
        const permissions = security.flatMap(({ session = [] }) => session)
        return [`${method.toUpperCase()} ${path}`, { schemes: [...schemes], permissions }]
      }),
    ),
  )
}
