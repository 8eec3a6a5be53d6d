import { z } from 'zod'

/**
 * The mode of payments: `sandbox`, the embedded stand-ins; `test`, the providers' own sandboxes;
 * `live`, real money.
 */
export const paymentsModeSchema = z.enum(['sandbox', 'test', 'live'])

export type PaymentsMode = z.infer<typeof paymentsModeSchema>

/** The response of `GET /api/config`: what the page needs to offer anything. It has no secret. */
export const publicConfigSchema = z.object({
  /** The version of the program, such as `1.2.0`. */
  version: z.string(),
  payments: paymentsModeSchema,
  /** True if card checkout is offered. */
  stripe: z.boolean(),
  /** The parameters of the wallet's script; null if no wallet is offered. */
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
