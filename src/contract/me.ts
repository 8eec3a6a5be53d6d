import { z } from 'zod'
import { PROVIDERS } from './checkout-states.ts'
import { donationSchema, pageLimitSchema } from './donations.ts'
import { ownTextsSchema } from './texts.ts'

/** The states of a donation as its donor sees it. */
export const OWN_PAYMENT_STATES = [
  /** The provider is still working on the payment. */
  'on_its_way',
  /** The payment differs from what was agreed, and the host decides. */
  'in_review',
  /** All of the money counts. */
  'counted',
  'part_refunded',
  'refunded',
  /** The payer's bank holds the money back until the dispute is decided. */
  'disputed',
  /** The dispute was decided for the payer, who has the money back. */
  'charged_back',
  /** A test donation that was deleted. */
  'deleted',
] as const

export type OwnPaymentState = (typeof OWN_PAYMENT_STATES)[number]

/**
 * A donation, or a payment that may become one, as its donor sees it. Name and message are the
 * donor's own also while nobody else sees them.
 */
export const ownPaymentSchema = donationSchema.extend({
  /** Null if the provider named no payer, and while no money has come. */
  name: z.string().nullable(),
  provider: z.enum(PROVIDERS),
  state: z.enum(OWN_PAYMENT_STATES),
  /** The part of `amountCents` that counts now. */
  countedCents: z.int(),
  refundedCents: z.int(),
  /** The current place on the board; null if the board does not show it. */
  position: z.int().nullable(),
  /** Null while no money has come: then there is no receipt. */
  receiptNumber: z.string().nullable(),
  /** The texts that the donor chose; missing if nothing was chosen and nothing is held. */
  texts: ownTextsSchema.optional(),
})

export type OwnPayment = z.infer<typeof ownPaymentSchema>

export const ownPaymentsQuerySchema = z.object({
  limit: pageLimitSchema.default(50),
  before: z.string().max(64).optional(),
})

/**
 * The response of `GET /api/me/donations`: one's own payments, the newest first. `next` goes into
 * `before`, or is null.
 */
export const ownPaymentsSchema = z.object({
  donations: z.array(ownPaymentSchema),
  next: z.string().nullable(),
})

export type OwnPayments = z.infer<typeof ownPaymentsSchema>

/** The response of `POST /api/me/donations/:id/receipt`: the address that the mail goes to. */
export const receiptSentSchema = z.object({ sentTo: z.string() })

/** The response of `POST /api/me/deletion`. */
export const accountDeletedSchema = z.object({ deleted: z.literal(true) })
