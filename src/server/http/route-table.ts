import type { FastifyInstance } from 'fastify'

/** A route as it was added: its methods, and its address with its parameters. */
export interface KnownRoute {
  methods: readonly string[]
  url: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes of the server, in the order in which they were added. */
    routeTable: readonly KnownRoute[]
  }
}

/** Records all routes that are added from now on, as `app.routeTable`. */
export function recordRoutes(app: FastifyInstance): void {
  const routes: KnownRoute[] = []
  app.decorate('routeTable', routes)
  app.addHook('onRoute', ({ method, url }) => {
    routes.push({ methods: [method].flat(), url })
  })
}

/** Returns the methods that an address has routes for; empty if it has none. */
export function methodsAt(routes: readonly KnownRoute[], path: string): ReadonlySet<string> {
  const here = routes.filter(({ url }) => toPattern(url).test(path))
  return new Set(here.flatMap(({ methods }) => methods))
}

const patterns = new Map<string, RegExp>()

function toPattern(url: string): RegExp {
  const known = patterns.get(url)
  if (known !== undefined) return known
  const pattern = new RegExp(`^${url.split('/').map(toSegmentPattern).join('/')}$`)
  patterns.set(url, pattern)
  return pattern
}

function toSegmentPattern(segment: string): string {
  if (segment.startsWith(':')) return '[^/]+'
  return segment === '*' ? '.*' : RegExp.escape(segment)
}
