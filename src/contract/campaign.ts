import { z } from 'zod'
import { BOARD_IDS } from './boards.ts'
import { goalSchema } from './campaign/goal.ts'
import { choiceSchema } from './choices.ts'
import { matchSchema } from './matches.ts'
import { TEAM_MODES } from './donor-teams/modes.ts'
import { roundSchema } from './rounds.ts'
import { PALETTES } from './campaign/palettes.ts'

/** The most suggested amounts. */
export const MAX_CHIPS = 4

const linkSchema = z.string().nullable()

/**
 * The campaign as everybody sees it: the response of `GET /api/campaign`, and the field of the live
 * stream's `campaign` event. Texts are text, never markup; an empty text is not set.
 */
export const campaignSchema = z.object({
  /** Counts the published versions; 0 before the first. */
  version: z.int(),
  title: z.string(),
  /** The purpose of the money, in one line. */
  cause: z.string(),
  /** Paragraphs divided by empty lines; https: addresses in them are links. */
  about: z.string(),
  /** The person or organisation that runs the page. */
  host: z.string(),
  /** The receiver of the money; the contact is an e-mail address, an https: address or text. */
  recipient: z.object({ name: z.string(), contact: z.string() }),
  /** Addresses that begin with `https:` or `mailto:`. */
  links: z.object({ terms: linkSchema, privacy: linkSchema, imprint: linkSchema }),
  /** The path of an uploaded picture, such as `/pictures/….webp`. */
  picture: z.string().nullable(),
  palette: z.enum(PALETTES),
  amounts: z.object({
    minCents: z.int(),
    maxCents: z.int(),
    defaultCents: z.int(),
    /** The amounts to choose from, ascending; with none, the page suggests its own. */
    chipsCents: z.array(z.int()),
  }),
  /** The version names these points; it is stored with each donation. */
  disclaimer: z.object({ version: z.string(), points: z.array(z.string()) }),
  /** The instant from which no donations are taken (ISO 8601, UTC). */
  deadline: z.string().nullable(),
  /** The IANA time zone in which the page shows times. */
  timeZone: z.string(),
  /** The boards in the order in which the page shows them; see `describeBoard`. */
  boards: z.array(z.enum(BOARD_IDS)),
  /** The limits on what one donor spends, in cents; null for none. */
  spendingLimits: z.object({ dayCents: z.int().nullable(), weekCents: z.int().nullable() }),
  /** True if the page tells a donor of their donations from the third one in an hour. */
  quietWord: z.boolean(),
  /** True if donors hold crowns, and there is a recap of all time; see `CROWN_RULES`. */
  crowns: z.boolean(),
  /** Whether donors can give for teams, and who founds these. */
  teams: z.enum(TEAM_MODES),
  /** Null without a goal. */
  goal: goalSchema.nullable(),
  /** False if the host has closed donations; see `isTakingDonations`. */
  open: z.boolean(),
  /** The round that runs, is about to begin, or ended last; missing if there is none. */
  round: roundSchema.optional(),
  /** The round that has ended a moment ago, if `round` is another one by now; else missing. */
  lastRound: roundSchema.optional(),
  /** The choices that are open, or were in the last day; missing if there are none. */
  choices: z.array(choiceSchema).optional(),
  /** The matches that have begun; missing if there are none. */
  matches: z.array(matchSchema).optional(),
})

export type Campaign = z.infer<typeof campaignSchema>

/** The data of the live stream's `campaign` event. */
export const campaignEventSchema = z.object({ campaign: campaignSchema })

export type CampaignEvent = z.infer<typeof campaignEventSchema>
