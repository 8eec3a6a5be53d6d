import { z } from 'zod'

/** The sums over every donation that the board shows. */
export const totalSchema = z.object({ count: z.int(), amountCents: z.int() })

export type Total = z.infer<typeof totalSchema>

/** One row of the board. Positions count from 1; the timestamp is ISO 8601 in UTC. */
export const entrySchema = z.object({
  position: z.int(),
  id: z.string(),
  name: z.string(),
  amountCents: z.int(),
  timestamp: z.iso.datetime(),
})

export type Entry = z.infer<typeof entrySchema>

export const leaderboardQuerySchema = z.object({
  limit: z.coerce
    .number('The limit must be a number.')
    .int('The limit must be a whole number.')
    .min(1, 'The limit must be at least 1.')
    .max(500, 'The limit must be at most 500.')
    .default(100),
  after: z.string().max(200).optional(),
})

/**
 * A stretch of the board, highest amount first: the answer of `GET /api/leaderboard`, and the
 * data of the stream's `snapshot` event. `version` is the change up to which the stretch holds;
 * `next` is the cursor of the following stretch, null at the end.
 */
export const leaderboardPageSchema = z.object({
  version: z.int(),
  total: totalSchema,
  entries: z.array(entrySchema),
  next: z.string().nullable(),
})

export type LeaderboardPage = z.infer<typeof leaderboardPageSchema>

/**
 * The data of the stream's `change` event: what became of the board since the last version the
 * viewer has. An id stands in at most one of `upserts` and `removals`.
 */
export const leaderboardChangeSchema = z.object({
  version: z.int(),
  upserts: z.array(entrySchema),
  removals: z.array(z.string()),
  total: totalSchema,
})

export type LeaderboardChange = z.infer<typeof leaderboardChangeSchema>

export const rankQuerySchema = z.object({
  amountCents: z.coerce
    .number('The amount must be a whole number of cents.')
    .int('The amount must be a whole number of cents.')
    .min(1, 'The amount must be at least 1 cent.'),
})

/** Where a donation would land now, and the least that lands a place higher (null at the top). */
export const rankSchema = z.object({
  position: z.int(),
  amountCents: z.int(),
  next: z.object({ position: z.int(), amountCents: z.int() }).nullable(),
})

export type Rank = z.infer<typeof rankSchema>
