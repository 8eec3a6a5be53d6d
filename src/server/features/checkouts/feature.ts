import type { PublicConfig } from '#contract/config.ts'
import type { Feature } from '#server/infra/feature.ts'
import { checkoutRoutes, type CheckoutRoutesDeps } from './routes.ts'

export interface CheckoutsDeps extends Omit<CheckoutRoutesDeps, 'defaultCents'> {
  publicConfig: Pick<PublicConfig, 'limits'>
}

/** Begins, captures and cancels donors' payments. */
export function createCheckoutsFeature({ publicConfig, ...deps }: CheckoutsDeps): Feature {
  return { routes: checkoutRoutes({ ...deps, defaultCents: publicConfig.limits.defaultCents }) }
}
