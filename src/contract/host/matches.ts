import { z } from 'zod'
import { plainText } from '../campaign/plain-text.ts'
import { matchedSchema, matchSchema } from '../matches.ts'
import { instant } from './instant.ts'

/** The largest cap, in cents: $999,999,999.99. */
const MAX_CAP_CENTS = 99_999_999_999

const RATE = 'The rate must be a whole number from 1 to 1,000 percent.'
const CAP = 'The cap must be an amount from $1.00 to $999,999,999.99.'

const fields = {
  sponsor: plainText({ what: 'The name of the sponsor', min: 1, max: 60 }),
  ratePercent: z.int(RATE).min(1, RATE).max(1_000, RATE),
  capCents: z.int(CAP).min(100, CAP).max(MAX_CAP_CENTS, CAP),
  startsAt: instant('The start'),
  endsAt: instant('The end'),
}

/** The body of `POST /api/host/matches`. */
export const matchRequestSchema = z.strictObject(fields)

export type MatchRequest = z.infer<typeof matchRequestSchema>

/** The body of `PATCH /api/host/matches/:id`: once it runs, it can only become more and longer. */
export const matchChangeSchema = z.strictObject(fields).partial()

export type MatchChange = z.infer<typeof matchChangeSchema>

/** A match as hosts see it, with what it comes to. */
export const hostMatchSchema = matchSchema.extend({
  ...matchedSchema.shape,
  cancelled: z.boolean(),
})

export type HostMatch = z.infer<typeof hostMatchSchema>

export const hostMatchesSchema = z.object({
  /** The server's time, ISO 8601. */
  now: z.string(),
  /** The campaign's time zone, in which the console shows and takes times. */
  timeZone: z.string(),
  /** All matches, the latest start first. */
  matches: z.array(hostMatchSchema),
  /** False if there are more, which are not listed. */
  isWhole: z.boolean(),
})

export type HostMatches = z.infer<typeof hostMatchesSchema>
