import type { Feature } from '#server/infra/feature.ts'
import { exportRoutes } from './exports/routes.ts'
import { figureRoutes, type FigureRoutesDeps } from './figures/routes.ts'
import { listRoutes, type ListRoutesDeps } from './list/routes.ts'
import { Refunder, type RefunderDeps } from './refunds/refunder.ts'
import { refundRoutes, type RefundRoutesDeps } from './refunds/routes.ts'

export type HostDonationsDeps = Omit<
  FigureRoutesDeps & ListRoutesDeps & RefunderDeps & RefundRoutesDeps,
  'timeZone' | 'refunder' | 'livemode'
> & { campaign: { readonly current: { timeZone: string } } }

/** Shows hosts the money: sums, donations and exports; makes their refunds. */
export function createHostDonationsFeature(deps: HostDonationsDeps): Feature {
  const refunder = new Refunder(deps)
  const { livemode } = deps.leaderboard
  const all = { ...deps, livemode, refunder, timeZone: () => deps.campaign.current.timeZone }
  return {
    routes: async (app) => {
      await app.register(figureRoutes(all))
      await app.register(listRoutes(all))
      await app.register(refundRoutes(all))
      await app.register(exportRoutes(all))
    },
    start: () => refunder.start(),
    close: () => refunder.close(),
  }
}
