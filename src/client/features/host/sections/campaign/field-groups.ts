import { PALETTES } from '#contract/campaign/palettes.ts'
import type { ValueName } from './campaign-values.ts'

/** The control with which a value is typed or chosen. */
export interface FieldKind {
  name: ValueName
  label: string
  input:
    | 'line'
    | 'lines'
    | 'amount'
    | 'time'
    | 'zone'
    | 'choice'
    | 'boards'
    | 'milestones'
    | 'picture'
  hint?: string
  maxLength?: number
  options?: readonly { value: string; label: string }[]
}

export interface FieldGroup {
  title: string
  fields: readonly FieldKind[]
}

/** The fields of the form, in the order in which a visitor meets them on the page. */
export const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    title: 'What it is for',
    fields: [
      { name: 'title', label: 'Title', input: 'line', maxLength: 60 },
      {
        name: 'cause',
        label: 'Cause, in one line',
        input: 'line',
        maxLength: 120,
        hint: 'The page says “For …”, so begin with a small letter: a new lifeboat.',
      },
      { name: 'host', label: 'Run by', input: 'line', maxLength: 80 },
      {
        name: 'about',
        label: 'About',
        input: 'lines',
        maxLength: 5_000,
        hint: 'Plain text. An empty line begins a paragraph, https:// addresses become links.',
      },
    ],
  },
  {
    title: 'Who receives the money',
    fields: [
      {
        name: 'recipient.name',
        label: 'Name, on page and receipts',
        input: 'line',
        maxLength: 120,
      },
      {
        name: 'recipient.contact',
        label: 'Contact',
        input: 'line',
        maxLength: 200,
        hint: 'An email address, an https:// address, or words.',
      },
    ],
  },
  {
    title: 'Donations',
    fields: [
      {
        name: 'open',
        label: 'Donations are',
        input: 'choice',
        options: [
          { value: 'true', label: 'Open' },
          { value: 'false', label: 'Closed' },
        ],
      },
      { name: 'deadline', label: 'Open until', input: 'time', hint: 'Empty: without an end.' },
      { name: 'timeZone', label: 'Time zone', input: 'zone', maxLength: 64 },
      { name: 'amounts.minCents', label: 'Smallest amount, USD', input: 'amount' },
      { name: 'amounts.maxCents', label: 'Largest amount, USD', input: 'amount' },
      { name: 'amounts.defaultCents', label: 'Amount to begin with, USD', input: 'amount' },
      {
        name: 'amounts.chipsCents',
        label: 'Suggested amounts, USD',
        input: 'line',
        hint: 'Up to four, divided by commas: 5, 20, 50. Empty: the page suggests its own.',
      },
    ],
  },
  {
    title: 'Boards',
    fields: [
      {
        name: 'boards',
        label: 'Boards on the page',
        input: 'boards',
        hint: 'The first one is shown first. With more than one, the page has tabs. Boards of donors add up anonymous donations, too.',
      },
      {
        name: 'crowns',
        label: 'Crowns beside names',
        input: 'choice',
        options: [
          { value: 'false', label: 'Off' },
          { value: 'true', label: 'On' },
        ],
        hint: 'For the longest reign, the greatest leap and more, each with its rule. The page then has a recap and a replay of all donations, too.',
      },
    ],
  },
  {
    title: 'Constellations',
    fields: [
      {
        name: 'teams',
        label: 'Constellations that donors can give for',
        input: 'choice',
        options: [
          { value: 'off', label: 'None' },
          { value: 'hosts', label: 'Those that hosts found' },
          { value: 'donors', label: 'Those that hosts and donors found' },
        ],
        hint: 'Groups of donors, drawn as stars. Found and rename them in the section Constellations, and choose a board of them above.',
      },
    ],
  },
  {
    title: 'Fair play',
    fields: [
      {
        name: 'spendingLimits.dayCents',
        label: 'Limit a day for each donor, USD',
        input: 'amount',
        hint: 'Empty: without a limit. Donors can set stricter ones for themselves.',
      },
      {
        name: 'spendingLimits.weekCents',
        label: 'Limit a week for each donor, USD',
        input: 'amount',
        hint: 'Weeks begin on Monday, in the time zone above.',
      },
      {
        name: 'quietWord',
        label: 'From the third donation in an hour the page says how much it was',
        input: 'choice',
        options: [
          { value: 'false', label: 'No' },
          { value: 'true', label: 'Yes' },
        ],
      },
    ],
  },
  {
    title: 'Goal',
    fields: [
      {
        name: 'goal.amountCents',
        label: 'Goal, USD',
        input: 'amount',
        hint: 'The sum of all donations. Empty: the page shows no goal.',
      },
      {
        name: 'goal.milestones',
        label: 'Milestones',
        input: 'milestones',
        hint: 'What a sum on the way makes possible. Everybody watching sees it when one is reached.',
      },
    ],
  },
  {
    title: 'Look',
    fields: [
      { name: 'picture', label: 'Picture or logo', input: 'picture' },
      {
        name: 'palette',
        label: 'Colours',
        input: 'choice',
        options: PALETTES.map((value) => ({ value, label: capitalise(value) })),
      },
    ],
  },
  {
    title: 'Terms',
    fields: [
      {
        name: 'disclaimer.points',
        label: 'Points of the disclaimer, one on each line',
        input: 'lines',
        hint: 'After a change everybody is asked again.',
      },
      { name: 'links.terms', label: 'Link to the terms', input: 'line', maxLength: 500 },
      { name: 'links.privacy', label: 'Link to the privacy notice', input: 'line', maxLength: 500 },
      { name: 'links.imprint', label: 'Link to the imprint', input: 'line', maxLength: 500 },
    ],
  },
]

/** Returns the label of a value. */
export function labelOf(name: ValueName): string {
  const kinds = FIELD_GROUPS.flatMap(({ fields }) => fields)
  return kinds.find((kind) => kind.name === name)?.label ?? name
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
