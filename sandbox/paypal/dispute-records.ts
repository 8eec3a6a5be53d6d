import { z } from 'zod'

/** One of the transactions that a dispute is over, and where its money is; cents. */
const shareSchema = z.object({
  captureId: z.string(),
  grossCents: z.int(),
  /** What PayPal holds back. */
  heldCents: z.int(),
  /** What the payer got out of what was held, beside any refund. */
  paidCents: z.int(),
  /** What refunds took out of what was held. */
  refundedCents: z.int(),
})

export type ShareRecord = z.infer<typeof shareSchema>

export const outcomeSchema = z.enum([
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'ACCEPTED',
  'DENIED',
])

export type Outcome = z.infer<typeof outcomeSchema>

export const stageSchema = z.enum(['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION'])

const SHORT_OUTCOMES = { won: 'RESOLVED_SELLER_FAVOUR', lost: 'RESOLVED_BUYER_FAVOUR' } as const

/** Outcomes of earlier files had other names. */
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
  /** Whether its captures read PENDING while it is open. */
  holdsCaptures: z.boolean().default(false),
  outcome: keptOutcomeSchema,
  /** What the outcome says that the payer got back. */
  amountRefundedCents: z.int().nullable().default(null),
})

/** Disputes of earlier files were over one capture, which they took whole. */
const earlierSchema = recordSchema
  .extend({ captureId: z.string() })
  .transform(({ captureId, ...dispute }) => {
    const { outcome, amountCents } = dispute
    const heldCents = outcome === null ? amountCents : 0
    const paidCents = outcome === 'RESOLVED_BUYER_FAVOUR' ? amountCents : 0
    const share = { captureId, grossCents: amountCents, heldCents, paidCents, refundedCents: 0 }
    return { ...dispute, shares: [share] }
  })

export const disputeSchema = recordSchema
  .extend({ shares: z.array(shareSchema).min(1) })
  .or(earlierSchema)

export type DisputeRecord = z.infer<typeof disputeSchema>

export function toOutcome(short: keyof typeof SHORT_OUTCOMES): Outcome {
  return SHORT_OUTCOMES[short]
}
