import { z } from 'zod'
import { MAX_DONATION_CENTS, MIN_DONATION_CENTS } from './money.ts'

/** The spans over which spending can be limited, in the campaign's time zone; weeks from Monday. */
export const LIMIT_SPANS = ['day', 'week'] as const

export type LimitSpan = (typeof LIMIT_SPANS)[number]

/** Creates the schema of a limit in cents; null for none. `what` begins its sentences. */
export function limitCentsSchema(what: string) {
  return z
    .int(`${what} must be a whole number of cents, or null for none.`)
    .min(MIN_DONATION_CENTS, `${what} must be at least $1.00.`)
    .max(MAX_DONATION_CENTS, `${what} must be at most $999,999.99.`)
    .nullable()
}

/** The body of `PUT /api/me/limits`. */
export const limitsUpdateSchema = z.strictObject(
  {
    dayCents: limitCentsSchema('The limit a day'),
    weekCents: limitCentsSchema('The limit a week'),
  },
  'The request must be a JSON object with dayCents and weekCents.',
)

export type LimitsUpdate = z.infer<typeof limitsUpdateSchema>

const ownLimitSchema = z.object({
  /** The limit that holds now, in cents; null for none. */
  cents: z.int().nullable(),
  /** A raised or lifted limit, and the instant from which it holds; null if none waits. */
  later: z.object({ cents: z.int().nullable(), from: z.iso.datetime() }).nullable(),
})

export type OwnLimitView = z.infer<typeof ownLimitSchema>

const allowanceSchema = z.object({
  span: z.enum(LIMIT_SPANS),
  limitCents: z.int(),
  /** True for one's own limit, false for the host's. */
  isOwn: z.boolean(),
  /** The part that payments hold which were begun and are still open. */
  openCents: z.int(),
  leftCents: z.int(),
  endsAt: z.iso.datetime(),
})

/** The response of `GET` and `PUT /api/me/limits` and of `POST /api/me/pause`. */
export const ownLimitsSchema = z.object({
  day: ownLimitSchema,
  week: ownLimitSchema,
  /** The end of the pause; null if there is none now. */
  pausedUntil: z.iso.datetime().nullable(),
  /** The host's limits for everybody, in cents; null for none. */
  host: z.object({ dayCents: z.int().nullable(), weekCents: z.int().nullable() }),
  /** The rest that the limits leave; of one's own and the host's the stricter holds. */
  left: z.array(allowanceSchema),
  /** The donations of the last hour; null unless the page should speak of them. */
  lastHour: z.object({ count: z.int(), amountCents: z.int() }).nullable(),
})

export type OwnLimits = z.infer<typeof ownLimitsSchema>

/** The response of `GET` and `PUT /api/me/reminders`. */
export const remindersSchema = z.object({
  isOn: z.boolean(),
  /** True if the account's email is confirmed; reminders go to no other. */
  isConfirmed: z.boolean(),
})

export type RemindersView = z.infer<typeof remindersSchema>

/** The body of `PUT /api/me/reminders`. */
export const remindersUpdateSchema = z.strictObject(
  { isOn: z.boolean('Reminders are on (true) or off (false).') },
  'The request must be a JSON object with isOn.',
)
