import { z } from 'zod'
import { PROVIDERS } from '../checkout-states.ts'
import { paymentsModeSchema } from '../config.ts'

const provider = z.enum(PROVIDERS)

/** A variable of a provider's keys, without its value. */
export const maskedKeySchema = z.object({
  variable: z.string(),
  /** The last four characters of the value, or an empty string for a short one. */
  ending: z.string(),
})

export type MaskedKey = z.infer<typeof maskedKeySchema>

export const permissionSchema = z.object({
  /** The permitted action, in words that follow 'may'. */
  what: z.string(),
  isOptional: z.boolean(),
  state: z.enum(['ok', 'denied', 'unavailable']),
  sentence: z.string(),
})

/** A payment provider, as hosts who may change settings see it. */
export const providerViewSchema = z.object({
  provider,
  label: z.string(),
  /** Empty if it is not connected. */
  keys: z.array(maskedKeySchema),
  /** The permissions that the keys were last found to have; empty before the first look. */
  permissions: z.array(permissionSchema),
  /** A sentence for each problem that needs the host. */
  problems: z.array(z.string()),
  webhooks: z.object({
    lastAt: z.iso.datetime().nullable(),
    /** The events of the last 24 hours. */
    count: z.int(),
    /** True if there were more events than are counted. */
    isMore: z.boolean(),
  }),
  /** The offset of the provider's clock, ms; positive if it is ahead of ours. Null if not known. */
  clockOffsetMs: z.number().nullable(),
  /** The steps to get what is missing, a sentence each, in the order in which to do it. */
  setup: z.array(z.string()),
})

export type ProviderView = z.infer<typeof providerViewSchema>

/** The response of `GET /api/host/providers`. */
export const hostProvidersSchema = z.object({
  mode: paymentsModeSchema,
  providers: z.array(providerViewSchema),
})

export type HostProviders = z.infer<typeof hostProvidersSchema>
