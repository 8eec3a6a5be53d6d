import { z } from 'zod'

/** The id of a donation in an address. */
export const donationParams = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/, 'There is no such donation.'),
})
