import { z } from 'zod'
import { BOARD_IDS, MAX_BOARDS } from '../boards.ts'
import { campaignSchema, MAX_CHIPS } from '../campaign.ts'
import { MAX_DONATION_CENTS, MIN_DONATION_CENTS } from '../money.ts'
import { TEAM_MODES } from '../donor-teams/modes.ts'
import { limitCentsSchema } from '../spending.ts'
import { goalSettingSchema } from './goal.ts'
import { PALETTES } from './palettes.ts'
import { cleanParagraphs, plainText } from './plain-text.ts'

/** Creates the schema of a link; an empty text is none. `which` begins its sentence. */
function link(which: string) {
  const sentence = `${which} must be an address that begins with https:// or mailto:.`
  const address = z
    .string(sentence)
    .trim()
    .max(500, `${which} must have at most 500 characters.`)
    .pipe(z.url({ protocol: /^(?:https|mailto)$/, normalize: true, error: sentence }))
  return z.union([z.null(), z.literal('').transform(() => null), address], sentence)
}

const cents = (what: string) =>
  z
    .int(`${what} must be a whole number of cents.`)
    .min(MIN_DONATION_CENTS, `${what} must be at least $1.00.`)
    .max(MAX_DONATION_CENTS, `${what} must be at most $999,999.99.`)

const amountsSchema = z
  .strictObject(
    {
      minCents: cents('The smallest donation'),
      maxCents: cents('The largest donation'),
      defaultCents: cents('The default amount'),
      chipsCents: z
        .array(cents('Each suggested amount'), 'The suggested amounts must be a list.')
        .max(MAX_CHIPS, `There can be at most ${MAX_CHIPS} suggested amounts.`),
    },
    'The amounts must be minCents, maxCents, defaultCents and chipsCents.',
  )
  .refine(({ minCents, maxCents }) => minCents <= maxCents, {
    path: ['minCents'],
    error: 'The smallest donation must not be above the largest.',
  })
  .refine(
    ({ minCents, maxCents, defaultCents: amount }) => amount >= minCents && amount <= maxCents,
    {
      path: ['defaultCents'],
      error: 'The default amount must lie between the smallest and the largest donation.',
    },
  )
  .refine(
    ({ minCents, maxCents, chipsCents }) =>
      chipsCents.every((amount) => amount >= minCents && amount <= maxCents),
    {
      path: ['chipsCents'],
      error: 'Each suggested amount must lie between the smallest and the largest donation.',
    },
  )
  .refine(({ chipsCents }) => new Set(chipsCents).size === chipsCents.length, {
    path: ['chipsCents'],
    error: 'Each suggested amount may be there once.',
  })
  .transform((amounts) => ({
    ...amounts,
    chipsCents: amounts.chipsCents.toSorted((a, b) => a - b),
  }))

const DEADLINE =
  'The deadline must be a time such as 2026-12-24T18:00, in the time zone of the campaign.'

/** An instant, or a local time that the server takes in the campaign's time zone. */
const deadlineSchema = z.union(
  [
    z.null(),
    z.literal('').transform(() => null),
    z.iso.datetime({ offset: true, error: DEADLINE }),
    z.iso.datetime({ local: true, error: DEADLINE }),
  ],
  DEADLINE,
)

const TIME_ZONE = 'The time zone must be an IANA name such as Europe/Berlin.'

const timeZoneSchema = z
  .string(TIME_ZONE)
  .max(64, TIME_ZONE)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), TIME_ZONE)

const boardsSchema = z
  .array(
    z.enum(BOARD_IDS, `Each board must be one of ${BOARD_IDS.join(', ')}.`),
    'The boards must be a list.',
  )
  .min(1, 'There must be at least one board.')
  .max(MAX_BOARDS, `There can be at most ${MAX_BOARDS} boards.`)
  .refine((ids) => new Set(ids).size === ids.length, 'Each board may be there once.')

const PICTURE = 'The picture must be the path of a picture that was uploaded here.'

/** The fields of the campaign that a host may set, each with the sentence about a wrong value. */
const fields = {
  title: plainText({ what: 'The title', min: 1, max: 60 }),
  cause: plainText({ what: 'The cause', max: 120 }),
  about: plainText({ what: 'The text about the campaign', max: 5_000, clean: cleanParagraphs }),
  host: plainText({ what: 'The name of the host', max: 80 }),
  recipient: z.strictObject(
    {
      name: plainText({ what: 'The name of the recipient', max: 120 }),
      contact: plainText({ what: 'The contact of the recipient', max: 200 }),
    },
    'The recipient must have a name and a contact.',
  ),
  links: z.strictObject(
    {
      terms: link('The link to the terms'),
      privacy: link('The link to the privacy notice'),
      imprint: link('The link to the imprint'),
    },
    'The links must be terms, privacy and imprint.',
  ),
  picture: z
    .string(PICTURE)
    .regex(/^\/pictures\/[\da-f]{64}\.webp$/, PICTURE)
    .nullable(),
  palette: z.enum(PALETTES, `The palette must be one of ${PALETTES.join(', ')}.`),
  amounts: amountsSchema,
  disclaimer: z.object(
    {
      points: z
        .array(
          plainText({ what: 'Each point of the disclaimer', min: 1, max: 300 }),
          'The points of the disclaimer must be a list.',
        )
        .min(1, 'The disclaimer must have at least one point.')
        .max(10, 'The disclaimer must have at most 10 points.'),
    },
    'The disclaimer must have points.',
  ),
  deadline: deadlineSchema,
  timeZone: timeZoneSchema,
  boards: boardsSchema,
  teams: z.enum(TEAM_MODES, `The teams must be one of ${TEAM_MODES.join(', ')}.`),
  goal: goalSettingSchema,
  spendingLimits: z.strictObject(
    {
      dayCents: limitCentsSchema('The limit a day for everybody'),
      weekCents: limitCentsSchema('The limit a week for everybody'),
    },
    'The spending limits must be dayCents and weekCents.',
  ),
  quietWord: z.boolean('The quiet word is on (true) or off (false).'),
  crowns: z.boolean('The crowns are on (true) or off (false).'),
  open: z.boolean('Donations are open (true) or closed (false).'),
}

export type CampaignField = keyof typeof fields

/** The names of the fields that a host may set. */
export const CAMPAIGN_FIELDS = campaignSchema
  .omit({ version: true, round: true, lastRound: true, choices: true, matches: true })
  .keyof().options

/** The settings in a `CAMPAIGN_FILE`: any of the fields, and nothing else. */
export const campaignFileSchema = z.strictObject(fields).partial()

export type CampaignChange = z.infer<typeof campaignFileSchema>

/**
 * The body of `PUT /api/host/campaign`: the changed fields, or the whole campaign as it was read,
 * whose version is not a field to change.
 */
export const campaignChangeSchema = z
  .strictObject(
    { ...fields, version: z.int() },
    'The request must be a JSON object with fields of the campaign.',
  )
  .partial()

/** The settings as they are stored: only what a host has set, the deadline as an instant. */
export const storedSettingsSchema = campaignSchema
  .omit({ version: true, disclaimer: true })
  .extend({ disclaimer: z.object({ points: z.array(z.string()) }) })
  .partial()

export type StoredSettings = z.infer<typeof storedSettingsSchema>

/** The response of `GET` and `PUT /api/host/campaign`. */
export const hostCampaignSchema = z.object({
  campaign: campaignSchema,
  /** The fields that the campaign file sets, which the console cannot change. */
  locked: z.array(z.enum(CAMPAIGN_FIELDS)),
  /** The path of the campaign file; null if there is none. */
  file: z.string().nullable(),
  /** The largest donation that the configuration of the server allows. */
  mostCents: z.int(),
})

export type HostCampaign = z.infer<typeof hostCampaignSchema>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
