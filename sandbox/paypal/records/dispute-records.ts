import { z } from 'zod'

/** One of the transactions of a dispute, and its cents. */
const disputedTransactionSchema = z.object({
  captureId: z.string(),
  grossCents: z.int(),
  /** The cents that PayPal holds. */
  heldCents: z.int(),
  /** The cents that the payer got out of the held ones, besides refunds. */
  paidCents: z.int(),
  /** The cents that refunds took out of the held ones. */
  refundedCents: z.int(),
})

export type DisputedTransactionRecord = z.infer<typeof disputedTransactionSchema>

export const outcomeSchema = z.enum([
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'ACCEPTED',
  'DENIED',
])

export type DisputeOutcome = z.infer<typeof outcomeSchema>

export const stageSchema = z.enum(['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION'])

const SHORT_OUTCOMES = { won: 'RESOLVED_SELLER_FAVOUR', lost: 'RESOLVED_BUYER_FAVOUR' } as const

/** Outcomes had other names in earlier files. */
const keptOutcomeSchema = outcomeSchema
  .or(z.enum(['won', 'lost']).transform((short) => SHORT_OUTCOMES[short]))
  .nullable()

const recordSchema = z.object({
  id: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  shownAt: z.number().default(0),
  amountCents: z.int(),
  currency: z.string(),
  stage: stageSchema.default('CHARGEBACK'),
  isUnderReview: z.boolean().default(false),
  /** True if its captures read PENDING while it is open. */
  holdsCaptures: z.boolean().default(false),
  outcome: keptOutcomeSchema,
  /** The cents that the payer got back according to the outcome. */
  amountRefundedCents: z.int().nullable().default(null),
})

/** The transactions of a dispute had another name in earlier files. */
const earlierNameSchema = recordSchema
  .extend({ shares: z.array(disputedTransactionSchema).min(1) })
  .transform(({ shares, ...dispute }) => ({ ...dispute, transactions: shares }))

/** Disputes of the first files were over one whole capture. */
const wholeCaptureSchema = recordSchema
  .extend({ captureId: z.string() })
  .transform(({ captureId, ...dispute }) => {
    const { outcome, amountCents } = dispute
    const heldCents = outcome === null ? amountCents : 0
    const paidCents = outcome === 'RESOLVED_BUYER_FAVOUR' ? amountCents : 0
    const transaction = {
      captureId,
      grossCents: amountCents,
      heldCents,
      paidCents,
      refundedCents: 0,
    }
    return { ...dispute, transactions: [transaction] }
  })

export const disputeSchema = recordSchema
  .extend({ transactions: z.array(disputedTransactionSchema).min(1) })
  .or(earlierNameSchema)
  .or(wholeCaptureSchema)

export type DisputeRecord = z.infer<typeof disputeSchema>

export function toOutcome(short: keyof typeof SHORT_OUTCOMES): DisputeOutcome {
  return SHORT_OUTCOMES[short]
}
