import { z } from 'zod'
import { BOARD_IDS, BOARD_RANKS, BOARD_SPANS, ROUND_BOARD_IDS } from './boards.ts'
import { totalSchema } from './leaderboard.ts'

const boardSummarySchema = z.object({
  id: z.enum([...BOARD_IDS, ...ROUND_BOARD_IDS]),
  /** The kind of the rows; the amount of a donor is the sum of their donations in the span. */
  ranks: z.enum(BOARD_RANKS),
  span: z.enum(BOARD_SPANS),
  /** The first instant of the span (ISO 8601, UTC); null for all time. */
  startsAt: z.string().nullable(),
  /** The first instant after the span; null for all time. */
  endsAt: z.string().nullable(),
  /** The number of rows, and the sum of their amounts. */
  total: totalSchema,
})

/** The response of `GET /api/boards`: the campaign's boards, the first one first. */
export const boardListSchema = z.object({ boards: z.array(boardSummarySchema) })

export type BoardList = z.infer<typeof boardListSchema>
