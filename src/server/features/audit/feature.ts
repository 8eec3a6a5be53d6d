import type { Feature } from '#server/infra/feature.ts'
import { auditRoutes, type AuditRoutesDeps } from './routes.ts'

/** Shows hosts who did what, when, and what it changed. */
export function createAuditFeature(deps: AuditRoutesDeps): Feature {
  return { routes: auditRoutes(deps) }
}
