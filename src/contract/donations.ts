import { z } from 'zod'

/** A donation as anybody may see it. */
export const donationSchema = z.object({
  id: z.string(),
  name: z.string(),
  amountCents: z.int(),
  timestamp: z.iso.datetime(),
})

export type PublicDonation = z.infer<typeof donationSchema>

export const donationsQuerySchema = z.object({
  limit: z.coerce
    .number('The limit must be a number.')
    .int('The limit must be a whole number.')
    .min(1, 'The limit must be at least 1.')
    .max(500, 'The limit must be at most 500.')
    .default(50),
  before: z.string().max(200).optional(),
})

/** Donations, newest first: `GET /api/donations`. `next` goes into `before`; null at the end. */
export const donationsPageSchema = z.object({
  donations: z.array(donationSchema),
  next: z.string().nullable(),
})

/** `DELETE /api/donations/test`: how many donations went. */
export const deletedDonationsSchema = z.object({ deleted: z.int() })

export type DeletedDonations = z.infer<typeof deletedDonationsSchema>
