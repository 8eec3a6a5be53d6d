import { z } from 'zod'

/** The most matches that are to end yet. */
export const MAX_MATCHES = 20

/** The most matches, with those that are over: every page has them for the way to the goal. */
export const MAX_MATCHES_IN_ALL = 200

/** A sponsor's promise to add to what is donated in a time. Times are ISO 8601, UTC. */
export const matchSchema = z.object({
  id: z.string(),
  /** The name of whoever gives the money. */
  sponsor: z.string(),
  /** The cents that are added to each dollar: 100 adds a dollar to each. */
  ratePercent: z.int(),
  /** The most that is added in all. */
  capCents: z.int(),
  startsAt: z.string(),
  /** The first instant after it. */
  endsAt: z.string(),
  /** True if the host has stopped it before its time. */
  stoppedEarly: z.boolean(),
  /** True once its end has passed. */
  over: z.boolean(),
})

export type Match = z.infer<typeof matchSchema>

/** What a match comes to; matched money is never part of donated sums. */
export const matchedSchema = z.object({
  /** The sum of the donations that it matches. */
  countedCents: z.int(),
  matchedCents: z.int(),
})

export type Matched = z.infer<typeof matchedSchema>

/** The part of a match in a donation: added when its money came, and promised before. */
export const matchedDonationSchema = z.object({
  sponsor: z.string(),
  matchedCents: z.int(),
  /** The promise when the payment was begun: more than was added, if the match ran out or ended. */
  promisedCents: z.int(),
  /** True if the match had ended when the money came. */
  ended: z.boolean(),
  /** True if the match was cancelled, while the donor paid or since: nothing of it was added. */
  cancelled: z.boolean(),
})

export type MatchedDonation = z.infer<typeof matchedDonationSchema>

/**
 * The response of `GET /api/donations/:id/matched`, for the donation's donor soon after the payment:
 * the matches that have added to it, or were about to. Nobody else sees it.
 */
export const ownMatchedSchema = z.object({ matches: z.array(matchedDonationSchema) })

export type OwnMatched = z.infer<typeof ownMatchedSchema>

/** The response of `GET /api/matches`: those that have begun, the latest start first. */
export const matchListSchema = z.object({
  /** The server's time. */
  now: z.string(),
  /** The version of the change feed that the sums are of. */
  version: z.int(),
  matches: z.array(matchedSchema.extend({ match: matchSchema })),
})

export type MatchList = z.infer<typeof matchListSchema>
