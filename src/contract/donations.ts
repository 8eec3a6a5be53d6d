import { z } from 'zod'

/** A donation as the public sees it; the timestamp is ISO 8601 in UTC. */
export const donationSchema = z.object({
  id: z.string(),
  name: z.string(),
  amountCents: z.int(),
  timestamp: z.iso.datetime(),
  /** The donor's message; missing if nothing, or if it may not be shown. */
  message: z.string().optional(),
})

export type PublicDonation = z.infer<typeof donationSchema>

/** The number of rows that a request for a page may ask for. */
export const pageLimitSchema = z.coerce
  .number('The limit must be a number.')
  .int('The limit must be a whole number.')
  .min(1, 'The limit must be at least 1.')
  .max(500, 'The limit must be at most 500.')

export const donationsQuerySchema = z.object({
  limit: pageLimitSchema.default(50),
  before: z.string().max(200).optional(),
})

/** The response of `GET /api/donations`, newest first; `next` goes into `before`, or is null. */
export const donationsPageSchema = z.object({
  donations: z.array(donationSchema),
  next: z.string().nullable(),
})

/** The response of `DELETE /api/donations/test`: the number of deleted donations. */
export const deletedDonationsSchema = z.object({ deleted: z.int() })

export type DeletedDonations = z.infer<typeof deletedDonationsSchema>
