import type { Feature } from '#server/infra/feature.ts'
import { campaignRoutes, type CampaignRoutesDeps } from './routes.ts'

/** Shows the campaign to everybody, and lets hosts change it. */
export function createCampaignFeature(deps: CampaignRoutesDeps): Feature {
  const { campaign } = deps
  return {
    routes: campaignRoutes(deps),
    load: () => campaign.load(),
    start: () => campaign.start(),
    close: () => campaign.close(),
  }
}
