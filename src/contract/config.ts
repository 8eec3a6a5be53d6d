import { z } from 'zod'

/** `sandbox`: the embedded stand-ins; `test`: the providers' own sandboxes; `live`: real money. */
export const paymentsModeSchema = z.enum(['sandbox', 'test', 'live'])

export type PaymentsMode = z.infer<typeof paymentsModeSchema>

/** What the page needs to know before it can offer anything: `GET /api/config`. No secret. */
export const publicConfigSchema = z.object({
  payments: paymentsModeSchema,
  /** Whether card checkout is offered. */
  stripe: z.boolean(),
  /** What the wallet's script is loaded with; null where no wallet is offered. */
  paypal: z.object({ clientId: z.string(), scriptBase: z.url() }).nullable(),
  currency: z.literal('USD'),
  limits: z.object({
    minCents: z.int(),
    maxCents: z.int(),
    defaultCents: z.int(),
  }),
  disclaimer: z.object({ version: z.string() }),
})

export type PublicConfig = z.infer<typeof publicConfigSchema>
