import { z } from 'zod'
import { PROVIDERS } from '../checkout-states.ts'

const time = z.iso.datetime()

/**
 * Sums of money in cents. What is left of the gross amount is `grossCents − refundedCents −
 * disputedCents`, as the ledger has it; `netCents` is that without the fees.
 */
export const moneySumsSchema = z.object({
  /** The number of donations. */
  count: z.int(),
  grossCents: z.int(),
  /** The fees on the provider's statement; a provider lists them up to a day and a half later. */
  feeCents: z.int(),
  netCents: z.int(),
  /** The refunded amount, without refunds that failed. */
  refundedCents: z.int(),
  /** The amount that disputes took and did not return. */
  disputedCents: z.int(),
})

export type MoneySums = z.infer<typeof moneySumsSchema>

const provider = z.enum(PROVIDERS)

/** The sums of what was booked in a span of time, by provider and in all. */
export const spanSumsSchema = z.object({
  /** The beginning of the span; null for all time. */
  from: time.nullable(),
  total: moneySumsSchema,
  providers: z.array(moneySumsSchema.extend({ provider })),
})

export type SpanSums = z.infer<typeof spanSumsSchema>

const countAndCents = z.object({ count: z.int(), amountCents: z.int() })

/** The response of `GET /api/host/summary`. */
export const hostSummarySchema = z.object({
  at: time,
  /** The time zone of the days, as in the IANA database. */
  timeZone: z.string(),
  today: spanSumsSchema,
  /** Today and the six days before. */
  week: spanSumsSchema,
  all: spanSumsSchema,
  drift: z.array(
    z.object({
      provider,
      /** The cents that the provider has left of the payments that differ, minus those of the ledger. */
      ledgerCents: z.int(),
      /** The sum of the differences between the provider's statement and the ledger. */
      statementCents: z.int(),
      /** The end of the last day whose statement was compared; null before the first. */
      comparedUntil: time.nullable(),
    }),
  ),
  /** Payments that a provider still works on. */
  pending: countAndCents,
  /** Payments in review, with the amounts that were agreed. */
  inReview: countAndCents,
  /** Donations with an open dispute, with the amounts that it holds. */
  disputesOpen: countAndCents,
  inbox: z.object({
    waiting: z.int(),
    parked: z.int(),
    /** The arrival of the event that has waited longest; null if none waits. */
    oldestWaitingAt: time.nullable(),
    lastReceivedAt: time.nullable(),
  }),
  /** The end of this server's last round of reconciling; null before the first. */
  reconciledAt: time.nullable(),
})

export type HostSummary = z.infer<typeof hostSummarySchema>

/** The most days of one response, and the default number. */
export const MAX_DAYS = 92

export const hostDaysQuerySchema = z.object({
  days: z.coerce
    .number('The number of days must be a number.')
    .int('The number of days must be a whole number.')
    .min(1, 'Ask for at least one day.')
    .max(MAX_DAYS, `Ask for at most ${MAX_DAYS} days.`)
    .default(30),
})

/** The response of `GET /api/host/days`: the oldest day first, today last. */
export const hostDaysSchema = z.object({
  timeZone: z.string(),
  days: z.array(
    z.object({
      /** The calendar day in the time zone, as in `2026-11-22`. */
      date: z.iso.date(),
      total: moneySumsSchema,
      providers: z.array(moneySumsSchema.extend({ provider })),
    }),
  ),
})

export type HostDays = z.infer<typeof hostDaysSchema>
