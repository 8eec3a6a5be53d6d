import { ROUTES } from '#contract/routes.ts'

/** The routes of a recap and its replay. */
export interface RecapRoutes {
  recap: string
  replay: string
}

/** Returns the routes for the address of the page: of a round, or of all time. */
export function routesOf(pathname: string): RecapRoutes {
  const [, id] = /^\/rounds\/([^/]+)\/recap\/?$/.exec(pathname) ?? []
  if (id === undefined) return { recap: ROUTES.recap, replay: ROUTES.replay }
  const base = `${ROUTES.rounds}/${id}`
  return { recap: `${base}/recap`, replay: `${base}/replay` }
}
