import { z } from 'zod'
import { BOARD_RANKS } from './boards.ts'
import { CROWN_KINDS } from './crown-rules.ts'
import { totalSchema } from './leaderboard.ts'
import { roundSchema } from './rounds.ts'

/** The most former holders that a crown lists. */
export const MAX_FORMER = 20

/** The most reigns that a recap lists. */
export const MAX_REIGNS = 60

/** The most points of a recap's course. */
export const MAX_COURSE = 240

/** The rows that a replay shows. */
export const REPLAY_ROWS = 10

/** A stretch of time in which somebody held a crown, with the name that they show now. */
const holdingSchema = z.object({
  name: z.string(),
  from: z.string(),
  /** Null while it is held. */
  to: z.string().nullable(),
  /** The feat that won it: cents, places, or ms for the longest reign. */
  value: z.int(),
})

export type Holding = z.infer<typeof holdingSchema>

/** A crown and its holder; its rule is in `CROWN_RULES`. Times are ISO 8601, UTC. */
export const crownSchema = z.object({
  kind: z.enum(CROWN_KINDS),
  name: z.string(),
  /** The ids of the holder's rows on boards, of donations and of donors. */
  rows: z.array(z.string()),
  since: z.string(),
  /**
   * The cents of a donation, a sum or a milestone, the places of a leap, the length of the longest
   * reign in ms, and of `reigning` how long it has lasted.
   */
  value: z.int(),
  /** True if the value grows with the time, from `now` of the response. */
  isGrowing: z.boolean(),
  /** The former holders and the present one, the latest first, at most `MAX_FORMER`. */
  history: z.array(holdingSchema),
  /** The number of times that the crown was won. */
  changes: z.int(),
})

export type Crown = z.infer<typeof crownSchema>

/** The response of `GET /api/crowns`: the crowns of all time, and of the current round. */
export const crownsSchema = z.object({
  now: z.string(),
  crowns: z.array(crownSchema),
  round: z.object({ id: z.string(), crowns: z.array(crownSchema) }).nullable(),
})

export type Crowns = z.infer<typeof crownsSchema>

/** The response of `GET /api/recap` and `GET /api/rounds/:id/recap`. */
export const recapSchema = z.object({
  now: z.string(),
  /** The round; null for all time. */
  round: roundSchema.nullable(),
  ranks: z.enum(BOARD_RANKS),
  /** The beginning of the round, or the first donation; null if there is none. */
  startsAt: z.string().nullable(),
  /** The end of the round, or now while it runs and for all time. */
  endsAt: z.string(),
  total: totalSchema,
  /** The amounts of the first three places from a time on, at most `MAX_COURSE`. */
  course: z.array(z.object({ at: z.string(), cents: z.array(z.int()) })),
  /** Who was first from when to when, with which amount: the latest `MAX_REIGNS`, by time. */
  reigns: z.array(holdingSchema),
  /** The number of all reigns. */
  reignCount: z.int(),
  /** The moment at which the second place was nearest to the first, by its share of it. */
  closest: z
    .object({ at: z.string(), behindCents: z.int(), first: z.string(), second: z.string() })
    .nullable(),
  /** The greatest rise by one donation. */
  leap: z.object({ at: z.string(), places: z.int(), name: z.string() }).nullable(),
  /** Empty while the host has crowns off. */
  crowns: z.array(crownSchema),
})

export type Recap = z.infer<typeof recapSchema>

export const replayQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(500),
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'The cursor must be one that the server has sent.')
    .optional(),
})

/** One step of a replay: a row that has come or risen. */
export const replayStepSchema = z.object({
  at: z.string(),
  /** The id of the donation or the donor on boards; of an anonymous donor one of this round alone. */
  id: z.string(),
  name: z.string(),
  /** The amount of the row from then on. */
  amountCents: z.int(),
  /** The place of the row from then on; of equal amounts the one that was recorded first is higher. */
  place: z.int(),
  /** The donations and their sum up to then. */
  total: totalSchema,
})

export type ReplayStep = z.infer<typeof replayStepSchema>

/**
 * The response of the routes of replays: by time, all donations of small boards, and of large ones
 * those that reached the first `REPLAY_ROWS` places. `next` goes into `after`; null at the end.
 */
export const replaySchema = z.object({
  steps: z.array(replayStepSchema),
  next: z.string().nullable(),
})

export type Replay = z.infer<typeof replaySchema>
