import { campaignFileSchema, type CampaignChange } from '#contract/campaign/settings.ts'
import {
  fieldOf,
  toChange,
  VALUE_NAMES,
  type CampaignValues,
  type ValueName,
} from '../campaign-values.ts'
import { toInstant } from '../../../ui/local-time.ts'
import { labelOf } from '../field-groups.ts'

export interface PreviewChange {
  change: CampaignChange
  /** The changed values that cannot be published as they are, and so are not shown. */
  leftOut: ValueName[]
}

/** Returns what a preview shows of a draft: what could be published, with the deadline's instant. */
export function toPreviewChange(
  values: CampaignValues,
  changed: readonly ValueName[],
): PreviewChange {
  const body = toChange(values, changed)
  const wrong = new Set(
    campaignFileSchema.safeParse(body).error?.issues.map(({ path }) => String(path[0])),
  )
  if (wrong.has('timeZone')) wrong.add('deadline')
  const usable = Object.entries(body).filter(([field]) => !wrong.has(field))
  const change = campaignFileSchema.parse(Object.fromEntries(usable))
  if (typeof change.deadline === 'string') {
    change.deadline = toInstant(change.deadline, values.timeZone)
  }
  return {
    change,
    leftOut: VALUE_NAMES.filter((name) => changed.includes(name) && wrong.has(fieldOf(name))),
  }
}

/** The sentence about what the server does not know before it is published. */
const EXAMPLES = 'New boards and crowns show examples.'

/** Says what the preview shows, and which changes it cannot show. */
export function describePreview(
  changed: readonly ValueName[],
  leftOut: readonly ValueName[],
): string {
  if (leftOut.length > 0) {
    const labels = leftOut.map(labelOf).join(', ')
    return `Not in the preview, because it cannot be published yet: ${labels}.`
  }
  const what = changed.length === 0 ? 'the published page' : 'the page with your draft'
  const isNewGame = changed.some((name) => name === 'boards' || name === 'crowns')
  return `This is ${what}. Nothing is sent from here.${isNewGame ? ` ${EXAMPLES}` : ''}`
}
