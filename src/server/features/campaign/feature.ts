import type { Feature } from '#server/infra/feature.ts'
import { pictureRoutes, type PictureRoutesDeps } from './pictures/picture-routes.ts'
import { campaignRoutes, type CampaignRoutesDeps } from './routes.ts'

/** Shows the campaign to everybody, and lets hosts change it. */
export function createCampaignFeature(deps: CampaignRoutesDeps & PictureRoutesDeps): Feature {
  const { campaign } = deps
  return {
    routes: async (app) => {
      await app.register(campaignRoutes(deps))
      await app.register(pictureRoutes(deps))
    },
    load: () => campaign.load(),
    start: () => campaign.start(),
    close: () => campaign.close(),
  }
}
