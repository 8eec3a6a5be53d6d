import {
  CAMPAIGN_FIELDS,
  type CampaignChange,
  type HostCampaign,
} from '#contract/campaign/settings.ts'

/** The settings of a `CAMPAIGN_FILE`. */
export interface CampaignFile {
  /** The path as it was configured. */
  path: string
  settings: CampaignChange
}

/** Returns the fields that a campaign file sets. */
export function listLocked(file: CampaignFile | undefined): HostCampaign['locked'] {
  const settings = file?.settings ?? {}
  return CAMPAIGN_FIELDS.filter((field) => field in settings)
}
