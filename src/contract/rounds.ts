import { z } from 'zod'
import { ROUND_RANKS } from './boards.ts'
import { totalSchema } from './leaderboard.ts'

/** The rule for money that was pending at the end: it counts where it was captured, or begun. */
export const PENDING_RULES = ['captured', 'begun'] as const

/** The payments under way that the board of a round which is over shows as ghost rows, at most. */
export const GHOST_ROWS = 3

/** A round as everybody sees it. Times are ISO 8601, UTC. */
export const roundSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The winner's prize; null for none. */
  prize: z.string().nullable(),
  ranks: z.enum(ROUND_RANKS),
  startsAt: z.string(),
  /** The first instant after the round, with the overtime so far. */
  endsAt: z.string(),
  /** The overtimes that have been added, and the most that can be; see `OVERTIME_MS`. */
  overtime: z.object({ used: z.int(), max: z.int() }),
  pending: z.enum(PENDING_RULES),
  /** True if the host has ended it before its time. */
  endedEarly: z.boolean(),
  /** True if the host has cancelled it; it has no results then. */
  cancelled: z.boolean(),
  /** The version of the results; null before they are recorded. */
  results: z.int().nullable(),
  /**
   * The payments begun in time that a provider still works on, of a round that is over and that they
   * would count for; left out without any. The campaign alone tells it.
   */
  waiting: z.int().optional(),
  /** The amounts of the highest of them, cents, at most `GHOST_ROWS`; left out without any. */
  waitingCents: z.array(z.int()).optional(),
})

export type Round = z.infer<typeof roundSchema>

/** A row of a round's results. */
export const resultRowSchema = z.object({
  /** Null for a row that was struck, since its money has gone back. */
  rank: z.int().nullable(),
  /** The id of the donation; of a donor one of this round alone, which boards do not have. */
  id: z.string(),
  name: z.string(),
  /** The amount that counts; of a struck row, the most that did in any version. */
  amountCents: z.int(),
  /**
   * The best place and the most that it had in this version or an earlier one, of a row that lost them
   * because its money has gone back, all of it or a part; left out of all others.
   */
  former: z.object({ rank: z.int(), amountCents: z.int() }).optional(),
})

export type ResultRow = z.infer<typeof resultRowSchema>

/** The results of a round in one version. A version never changes; names follow their donors. */
export const roundResultsSchema = z.object({
  version: z.int(),
  recordedAt: z.string(),
  /** The rows and the sum of all that counts. */
  total: totalSchema,
  /** The highest rows, at most 100, and below them those that were struck. */
  rows: z.array(resultRowSchema),
})

export type RoundResults = z.infer<typeof roundResultsSchema>

/** The query of `GET /api/rounds`: `before` is the `next` of another page. */
export const roundsQuerySchema = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}_[\w-]{1,36}$/, 'This page of rounds is unknown: start again from the latest.')
    .optional(),
})

/** The response of `GET /api/rounds`: the rounds that have begun, the latest first, 20 a page. */
export const roundListSchema = z.object({
  /** The server's time, by which the page corrects its clock. */
  now: z.string(),
  /** The round that the page shows now; null if there is none. */
  current: roundSchema.nullable(),
  rounds: z.array(
    z.object({
      round: roundSchema,
      /** The first row of the latest results; null without any. */
      winner: resultRowSchema.nullable(),
    }),
  ),
  /** The `before` of the next page; null on the last one. */
  next: z.string().nullable(),
})

export type RoundList = z.infer<typeof roundListSchema>

/** The response of `GET /api/rounds/:id`. */
export const roundDetailsSchema = z.object({
  now: z.string(),
  round: roundSchema,
  /** The latest results, or those of the version that was asked for; null before there are any. */
  results: roundResultsSchema.nullable(),
})

export type RoundDetails = z.infer<typeof roundDetailsSchema>
