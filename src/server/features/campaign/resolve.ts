import { createHash } from 'node:crypto'
import type { Campaign } from '#contract/campaign.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { CampaignChange, StoredSettings } from '#contract/campaign/settings.ts'
import { DISCLAIMER_POINTS, DISCLAIMER_VERSION } from '#contract/disclaimer.ts'

/** The limits of the configuration: defaults of the campaign, and the bound of its maximum. */
export interface ConfiguredLimits {
  minCents: number
  maxCents: number
  defaultCents: number
}

/** Returns the whole campaign: what is set, and defaults for the rest. */
export function resolveCampaign(
  version: number,
  settings: StoredSettings,
  limits: ConfiguredLimits,
): Campaign {
  return Object.assign({ ...DEFAULT_CAMPAIGN }, settings, {
    version,
    amounts: boundAmounts(settings.amounts ?? { ...limits, chipsCents: [] }, limits),
    disclaimer: toDisclaimer(settings.disclaimer?.points),
  })
}

/** Returns the points with the version that names them: the same points have the same version. */
export function toDisclaimer(
  points: readonly string[] = DISCLAIMER_POINTS,
): Campaign['disclaimer'] {
  const isDefault = JSON.stringify(points) === JSON.stringify(DISCLAIMER_POINTS)
  const hash = createHash('sha256').update(JSON.stringify(points)).digest('hex')
  return {
    version: isDefault ? DISCLAIMER_VERSION : `own-${hash.slice(0, 20)}`,
    points: [...points],
  }
}

/** Returns the settings of a change as they are stored, with the deadline as an instant. */
export function toStored(
  { deadline, ...change }: CampaignChange,
  timeZone: string,
): StoredSettings {
  return {
    ...change,
    ...(deadline !== undefined && { deadline: toInstant(deadline, timeZone) }),
  }
}

/** The configured maximum may have been lowered since the amounts were set. */
function boundAmounts(
  { minCents, maxCents, defaultCents, chipsCents }: Campaign['amounts'],
  limits: ConfiguredLimits,
): Campaign['amounts'] {
  const most = Math.min(maxCents, limits.maxCents)
  return {
    minCents: Math.min(minCents, most),
    maxCents: most,
    defaultCents: Math.min(defaultCents, most),
    chipsCents: chipsCents.filter((amount) => amount <= most),
  }
}

function toInstant(deadline: string | null, timeZone: string): string | null {
  if (deadline === null) return null
  const isInstant = /(?:Z|[+-]\d\d:?\d\d)$/.test(deadline)
  const instant = isInstant
    ? Temporal.Instant.from(deadline)
    : Temporal.PlainDateTime.from(deadline).toZonedDateTime(timeZone).toInstant()
  return new Date(instant.epochMilliseconds).toISOString()
}
