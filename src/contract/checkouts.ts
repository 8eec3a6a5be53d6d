import { z } from 'zod'
import { CHECKOUT_STATES, PROVIDERS } from './checkout-states.ts'
import { optionIdSchema } from './choices.ts'
import { donationSchema } from './donations.ts'
import { teamChoiceShape } from './donor-teams/choice.ts'
import { MAX_DONATION_CENTS, MIN_DONATION_CENTS } from './money.ts'
import { ownTextsSchema, textChoiceSchema } from './texts.ts'

/** An amount in the API; the host's own maximum is checked where it is known. */
export const amountCentsSchema = z
  .int('The amount must be a whole number of cents.')
  .min(MIN_DONATION_CENTS, 'The smallest donation is $1.00.')
  .max(MAX_DONATION_CENTS, 'The largest donation is $999,999.99.')

const NOT_AN_OBJECT = 'The request must be a JSON object with the amount in cents.'

/** The fields of a donation besides its amount; `optionId` is its vote. */
const donationFields = {
  optionId: optionIdSchema.optional(),
  ...textChoiceSchema.shape,
  ...teamChoiceShape,
}

/** The body of `POST /api/create-checkout-session`; the amount has a default on the server. */
export const createSessionSchema = z.object(
  { amountCents: amountCentsSchema.optional(), ...donationFields },
  NOT_AN_OBJECT,
)

/** The provider's session, and its hosted page. */
export const sessionSchema = z.object({ id: z.string(), url: z.url() })

export type CheckoutSession = z.infer<typeof sessionSchema>

/** The body of `POST /api/paypal/orders`. */
export const createOrderSchema = z.object(
  { amountCents: amountCentsSchema, ...donationFields },
  NOT_AN_OBJECT,
)

export const orderSchema = z.object({ id: z.string() })

export type Order = z.infer<typeof orderSchema>

/**
 * A paid donation as its donor sees it: `position` is the current one, null if not shown. Name and
 * message are the donor's own also while nobody else sees them.
 */
export const ownDonationSchema = donationSchema.extend({
  name: z.string().nullable(),
  position: z.int().nullable(),
  /** The texts that the donor chose; missing if nothing was chosen and nothing is held. */
  texts: ownTextsSchema.optional(),
})

export type OwnDonation = z.infer<typeof ownDonationSchema>

/**
 * The response of `GET /api/donations/own`: one's own donations with money left, the highest first,
 * at most 100; all positions are of one version of the board. Nobody else sees them.
 */
export const ownDonationsSchema = z.object({ donations: z.array(ownDonationSchema) })

export type OwnDonations = z.infer<typeof ownDonationsSchema>

/** The response of `PATCH /api/donations/:id`, whose body is a `textChoiceSchema`. */
export const changedDonationSchema = z.object({ donation: ownDonationSchema })

export type ChangedDonation = z.infer<typeof changedDonationSchema>

/**
 * The response of `POST /api/paypal/orders/:id/capture`. `PENDING` is money that PayPal still holds
 * back; a declined instrument is the error `failed-precondition`: the payer may choose another. What
 * the payer has cancelled is never captured: the error has the reason `PAYMENT_CANCELLED`.
 */
export const captureSchema = z.object({
  status: z.enum(['COMPLETED', 'PENDING']),
  donation: ownDonationSchema.nullable(),
})

export type CaptureResult = z.infer<typeof captureSchema>

/** The response of `GET /api/checkouts/:id`; the id is the provider's, or our own. */
export const checkoutSchema = z.object({
  id: z.string(),
  provider: z.enum(PROVIDERS),
  state: z.enum(CHECKOUT_STATES),
  amountCents: z.int(),
  donation: ownDonationSchema.nullable(),
})

export type Checkout = z.infer<typeof checkoutSchema>

/**
 * The response of `GET /api/checkouts`: one's own payments that the provider still processes
 * (`processing`), newest first. Nobody else sees them.
 */
export const pendingCheckoutsSchema = z.object({ checkouts: z.array(checkoutSchema) })

export type PendingCheckouts = z.infer<typeof pendingCheckoutsSchema>
