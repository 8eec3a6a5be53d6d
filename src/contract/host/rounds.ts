import { z } from 'zod'
import { ROUND_RANKS } from '../boards.ts'
import { plainText } from '../campaign/plain-text.ts'
import { MAX_OVERTIMES } from '../round-times.ts'
import { PENDING_RULES, roundSchema } from '../rounds.ts'
import { instant } from './instant.ts'

const fields = {
  name: plainText({ what: 'The name', min: 1, max: 60 }),
  /** The winner's prize; an empty text is none. */
  prize: z.union([z.null(), plainText({ what: 'The prize', max: 120 })]),
  ranks: z.enum(ROUND_RANKS, 'A round ranks donations or donors: donation or donor.'),
  startsAt: instant('The start'),
  endsAt: instant('The end'),
  overtimes: z
    .int('The overtimes must be a whole number.')
    .min(0, 'The overtimes must be 0 or more.')
    .max(MAX_OVERTIMES, `There can be at most ${MAX_OVERTIMES} overtimes.`),
  pending: z.enum(PENDING_RULES, 'What is pending counts where it was captured or begun.'),
}

/** The body of `POST /api/host/rounds`. */
export const roundRequestSchema = z.strictObject({
  ...fields,
  prize: fields.prize.default(null),
  ranks: fields.ranks.default('donor'),
  overtimes: fields.overtimes.default(0),
  pending: fields.pending.default('captured'),
})

export type RoundRequest = z.infer<typeof roundRequestSchema>

/** The body of `PATCH /api/host/rounds/:id`: once a round runs, its end can only be later. */
export const roundChangeSchema = z.strictObject(fields).partial()

export type RoundChange = z.infer<typeof roundChangeSchema>

export const hostRoundsSchema = z.object({
  /** The server's time, ISO 8601. */
  now: z.string(),
  /** The campaign's time zone, in which the console shows and takes times. */
  timeZone: z.string(),
  /** The rounds, the latest start first; those that are not over come before all others. */
  rounds: z.array(roundSchema),
  /** False if there are more, which are not listed. */
  isWhole: z.boolean(),
})

export type HostRounds = z.infer<typeof hostRoundsSchema>
