import { z } from 'zod'
import { donationSchema, pageLimitSchema } from './donations.ts'

/** The sums over every donation that the board shows. */
export const totalSchema = z.object({ count: z.int(), amountCents: z.int() })

export type Total = z.infer<typeof totalSchema>

/** One row of the board: a donation at its position, counted from 1. */
export const leaderboardEntrySchema = z.object({ position: z.int(), ...donationSchema.shape })

export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>

export const leaderboardQuerySchema = z.object({
  limit: pageLimitSchema.default(100),
  after: z.string().max(200).optional(),
})

/**
 * A page of the board, highest amount first: the response of `GET /api/leaderboard`, and the data
 * of the stream's `snapshot` event. `version` is the last change that it includes; `next` is the
 * cursor of the following page, null at the end.
 */
export const leaderboardPageSchema = z.object({
  version: z.int(),
  total: totalSchema,
  entries: z.array(leaderboardEntrySchema),
  next: z.string().nullable(),
})

export type LeaderboardPage = z.infer<typeof leaderboardPageSchema>

/**
 * The data of the stream's `change` event: what changed on the board since the last version that
 * the viewer has. An id is in at most one of `upserts` and `removals`.
 */
export const leaderboardChangeSchema = z.object({
  version: z.int(),
  upserts: z.array(leaderboardEntrySchema),
  removals: z.array(z.string()),
  total: totalSchema,
})

export type LeaderboardChange = z.infer<typeof leaderboardChangeSchema>

/** The positions whose targets are returned if the request names none. */
const DEFAULT_POSITIONS = [10, 3, 1]

const MAX_POSITIONS = 10

const positionSchema = z
  .string('The positions must be whole numbers such as 10,3,1.')
  .regex(/^[1-9]\d{0,8}$/, 'The positions must be whole numbers such as 10,3,1.')
  .transform(Number)

export const rankQuoteQuerySchema = z.object({
  amountCents: z.coerce
    .number('The amount must be a whole number of cents.')
    .int('The amount must be a whole number of cents.')
    .min(1, 'The amount must be at least 1 cent.'),
  positions: z
    .string('The positions must be one list such as 10,3,1.')
    .transform((list) => list.split(','))
    .pipe(z.array(positionSchema).max(MAX_POSITIONS, 'At most 10 positions can be asked for.'))
    .default(DEFAULT_POSITIONS),
})

export type RankQuoteQuery = z.infer<typeof rankQuoteQuerySchema>

/** A position, and an amount that lands there. */
export const rankTargetSchema = z.object({ position: z.int(), amountCents: z.int() })

export type RankTarget = z.infer<typeof rankTargetSchema>

/**
 * The response of `GET /api/leaderboard/rank`: where a donation would land now.
 * - `version` is that of the board, as its pages have it: places of another are not those of now.
 * - `next` is the least amount that lands higher; null at the top, or above the host's maximum.
 * - `passing` holds that position now and would be pushed down; null at the board's end. By its id
 *   donors tell their own donations from those of others: the quote is the same for everybody.
 * - `aims` has, for each requested position that is better, the least amount that reaches it, and
 *   where that really lands: a donation that passes one of several equals passes all of them. The
 *   cheapest first, each position once, none above the host's maximum.
 */
export const rankQuoteSchema = z.object({
  version: z.int(),
  position: z.int(),
  amountCents: z.int(),
  next: rankTargetSchema.nullable(),
  passing: donationSchema.pick({ id: true, name: true, amountCents: true }).nullable(),
  aims: z.array(rankTargetSchema),
})

export type RankQuote = z.infer<typeof rankQuoteSchema>
