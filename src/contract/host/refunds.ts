import { z } from 'zod'

/** The request header that makes repeated requests for a refund one request. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** The body of `POST /api/host/donations/:id/refunds`; without an amount all that is left. */
export const refundRequestSchema = z.object({
  amountCents: z
    .int('The amount must be a whole number of cents.')
    .min(1, 'Refund at least one cent.')
    .optional(),
  reason: z
    .string('Give a reason: whoever looks at this later needs it.')
    .trim()
    .min(1, 'Give a reason: whoever looks at this later needs it.')
    .max(500, 'The reason must be 500 characters or fewer.'),
})

export type RefundRequest = z.infer<typeof refundRequestSchema>

/**
 * The states of a host's refund: `on_the_way` until the ledger has it, then `done`; or `failed`,
 * with a sentence.
 */
export const REFUND_STATES = ['on_the_way', 'done', 'failed'] as const

export const hostRefundSchema = z.object({
  id: z.string(),
  donationId: z.string(),
  amountCents: z.int(),
  reason: z.string(),
  state: z.enum(REFUND_STATES),
  /** The reason why it failed, or why it takes long; null if there is none. */
  message: z.string().nullable(),
  requestedAt: z.iso.datetime(),
})

export type HostRefund = z.infer<typeof hostRefundSchema>

export const refundPreviewQuerySchema = z.object({
  amountCents: z.coerce.number().int().min(1).optional(),
})

const moneyStateSchema = z.object({
  leftCents: z.int(),
  /** The place on the board; null if the board does not show it. */
  position: z.int().nullable(),
  /** The cents that are left without the provider's fee, which a refund does not return. */
  netCents: z.int(),
})

/** The response of `GET /api/host/donations/:id/refunds/preview`. */
export const refundPreviewSchema = z.object({
  amountCents: z.int(),
  /** The provider's fee so far; null if its statement has not told it yet. */
  feeCents: z.int().nullable(),
  now: moneyStateSchema,
  after: moneyStateSchema,
})

export type RefundPreview = z.infer<typeof refundPreviewSchema>
