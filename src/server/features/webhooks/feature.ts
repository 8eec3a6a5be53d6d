import type { Providers } from '#server/features/checkouts/checkouts.ts'
import type { Feature } from '#server/infra/feature.ts'
import type { Inbox } from './inbox.ts'
import { webhookRoutes } from './routes.ts'

/** Creates the feature that receives webhook events from the providers and processes them. */
export function createWebhooksFeature(deps: { providers: Providers; inbox: Inbox }): Feature {
  const { inbox } = deps
  return {
    routes: webhookRoutes(deps),
    start: () => inbox.start(),
    close: () => inbox.close(),
  }
}
