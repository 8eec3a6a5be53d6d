import type { Campaign } from '#contract/campaign.ts'
import type { CampaignField } from '#contract/campaign/settings.ts'
import { formatDecimal, parseDecimal } from '#contract/money.ts'
import { toLocal } from '../../ui/local-time.ts'
import { formatMilestones, parseMilestones } from './milestone-lines.ts'

/** The names of the form's values: the path of each in the campaign. */
export const VALUE_NAMES = [
  'title',
  'cause',
  'about',
  'host',
  'recipient.name',
  'recipient.contact',
  'links.terms',
  'links.privacy',
  'links.imprint',
  'picture',
  'palette',
  'amounts.minCents',
  'amounts.maxCents',
  'amounts.defaultCents',
  'amounts.chipsCents',
  'disclaimer.points',
  'open',
  'deadline',
  'timeZone',
  'boards',
  'goal.amountCents',
  'goal.milestones',
  'spendingLimits.dayCents',
  'spendingLimits.weekCents',
  'quietWord',
  'crowns',
  'teams',
] as const

export type ValueName = (typeof VALUE_NAMES)[number]

/** The campaign as texts, as the fields of the form hold it. */
export type CampaignValues = Record<ValueName, string>

/** Returns the field of the campaign to which a value belongs. */
export function fieldOf(name: ValueName): CampaignField {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names begin with fields
  return name.split('.')[0] as CampaignField
}

export function toValues(campaign: Campaign): CampaignValues {
  const { recipient, links, amounts, disclaimer, deadline, timeZone } = campaign
  return {
    title: campaign.title,
    cause: campaign.cause,
    about: campaign.about,
    host: campaign.host,
    'recipient.name': recipient.name,
    'recipient.contact': recipient.contact,
    'links.terms': links.terms ?? '',
    'links.privacy': links.privacy ?? '',
    'links.imprint': links.imprint ?? '',
    picture: campaign.picture ?? '',
    palette: campaign.palette,
    'amounts.minCents': formatDecimal(amounts.minCents),
    'amounts.maxCents': formatDecimal(amounts.maxCents),
    'amounts.defaultCents': formatDecimal(amounts.defaultCents),
    'amounts.chipsCents': amounts.chipsCents.map(formatDecimal).join(', '),
    'disclaimer.points': disclaimer.points.join('\n'),
    open: String(campaign.open),
    deadline: deadline === null ? '' : toLocal(deadline, timeZone, 'short'),
    timeZone,
    boards: campaign.boards.join(', '),
    'goal.amountCents': campaign.goal === null ? '' : formatDecimal(campaign.goal.amountCents),
    'goal.milestones': formatMilestones(campaign.goal?.milestones ?? []),
    'spendingLimits.dayCents': toOptional(campaign.spendingLimits.dayCents),
    'spendingLimits.weekCents': toOptional(campaign.spendingLimits.weekCents),
    quietWord: String(campaign.quietWord),
    crowns: String(campaign.crowns),
    teams: campaign.teams,
  }
}

/**
 * Returns the fields of the campaign that the changed values belong to, as the server takes them;
 * the schema of the change says what is wrong with them.
 */
export function toChange(
  values: CampaignValues,
  changed: readonly ValueName[],
): Record<string, unknown> {
  const fields = new Set(changed.map(fieldOf))
  // The deadline is a local time: in another time zone it is another instant.
  if (fields.has('timeZone')) fields.add('deadline')
  return Object.fromEntries(
    Object.entries(toFields(values)).filter(([field]) => [...fields].some((one) => one === field)),
  )
}

function toFields(values: CampaignValues): Record<string, unknown> {
  return {
    title: values.title,
    cause: values.cause,
    about: values.about,
    host: values.host,
    recipient: { name: values['recipient.name'], contact: values['recipient.contact'] },
    links: {
      terms: values['links.terms'],
      privacy: values['links.privacy'],
      imprint: values['links.imprint'],
    },
    picture: values.picture === '' ? null : values.picture,
    palette: values.palette,
    amounts: {
      minCents: toCents(values['amounts.minCents']),
      maxCents: toCents(values['amounts.maxCents']),
      defaultCents: toCents(values['amounts.defaultCents']),
      chipsCents: splitList(values['amounts.chipsCents'], /[,;]/).map(toCents),
    },
    disclaimer: { points: splitList(values['disclaimer.points'], '\n') },
    open: values.open === 'true',
    deadline: values.deadline,
    timeZone: values.timeZone,
    boards: splitList(values.boards, ','),
    goal: toGoal(values['goal.amountCents'], values['goal.milestones']),
    spendingLimits: {
      dayCents: toOptionalCents(values['spendingLimits.dayCents']),
      weekCents: toOptionalCents(values['spendingLimits.weekCents']),
    },
    quietWord: values.quietWord === 'true',
    crowns: values.crowns === 'true',
    teams: values.teams,
  }
}

function toGoal(amount: string, milestones: string) {
  if (amount.trim() === '' && milestones === '') return null
  return {
    amountCents: toCents(amount),
    milestones: parseMilestones(milestones).map(({ amount: at, name, description }) => ({
      amountCents: toCents(at),
      name,
      description,
    })),
  }
}

/** Returns the text itself if it is no amount, which the schema then refuses. */
function toCents(text: string): number | string {
  return parseDecimal(text.trim().replace(/^\$/, '')) ?? text
}

function toOptional(cents: number | null): string {
  return cents === null ? '' : formatDecimal(cents)
}

/** Returns null for an empty text: there is no such amount. */
function toOptionalCents(text: string): number | string | null {
  return text.trim() === '' ? null : toCents(text)
}

function splitList(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
