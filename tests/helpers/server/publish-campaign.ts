import type { CampaignChange } from '#contract/campaign/settings.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { sendJson, type Donor } from './donor.ts'

/** Publishes changed fields of the campaign as a host, over whatever was published before. */
export async function publishCampaign(host: Donor, change: CampaignChange): Promise<void> {
  const read = await host.call(HOST_ROUTES.campaign)
  await sendJson(host, HOST_ROUTES.campaign, {
    method: 'PUT',
    headers: { 'if-match': read.headers.get('etag') ?? '' },
    body: change,
  })
}
