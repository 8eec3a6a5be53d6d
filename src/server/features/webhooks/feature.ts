import type { Providers } from '#server/features/checkouts/checkouts.ts'
import type { Feature } from '#server/infra/feature.ts'
import type { Inbox } from './inbox.ts'
import { webhookRoutes } from './routes.ts'

/** Takes the providers' events, and works them off. */
export function createWebhooksFeature(deps: { providers: Providers; inbox: Inbox }): Feature {
  const { inbox } = deps
  return {
    routes: webhookRoutes(deps),
    start: () => inbox.start(),
    close: () => inbox.close(),
  }
}
