import { z } from 'zod'
import { PROVIDERS } from '../checkout-states.ts'

/** The states of a donation's money. */
export const DONATION_STATES = [
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
  'dispute_lost',
] as const

export type DonationState = (typeof DONATION_STATES)[number]

/** The states of attempts to pay that brought no donation; `open` waits for its payer. */
export const ATTEMPT_STATES = [
  'open',
  'pending',
  'review',
  'failed',
  'expired',
  'cancelled',
] as const

export type AttemptState = (typeof ATTEMPT_STATES)[number]

const stateSchema = z.enum([...DONATION_STATES, ...ATTEMPT_STATES])

/** The orders of the list; by time, or by the amount that was given. */
export const DONATION_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const

export type DonationSort = (typeof DONATION_SORTS)[number]

/** The number of donations on a page, unless asked otherwise. */
export const PAGE_LENGTH = 50

/** The query of `GET /api/host/donations`. */
export const hostDonationsQuerySchema = z.object({
  /** The beginning of a name or e-mail, an amount (`$5`, `5.00`), or an id of ours or a provider's. */
  q: z.string().trim().max(200, 'Search for at most 200 characters.').optional(),
  /** Without it: all donations; attempts to pay are listed by their state only. */
  state: stateSchema.optional(),
  provider: z.enum(PROVIDERS).optional(),
  /** The first and the last day, inclusive, in the campaign's time zone. */
  from: z.iso.date('Write days as in 2026-11-22.').optional(),
  to: z.iso.date('Write days as in 2026-11-22.').optional(),
  sort: z.enum(DONATION_SORTS).default('newest'),
  limit: z.coerce.number().int().min(1).max(200, 'Ask for at most 200 rows.').default(PAGE_LENGTH),
  /** The page after a row, or before one: a cursor of `next` or `previous`. */
  after: z.string().max(200).optional(),
  before: z.string().max(200).optional(),
})

export type HostDonationsQuery = z.infer<typeof hostDonationsQuerySchema>

/** A donation, or an attempt to pay, as hosts with the permission `money` see it. */
export const hostDonationSchema = z.object({
  /** The donation's id, which an attempt has too. */
  id: z.string(),
  checkoutId: z.string(),
  provider: z.enum(PROVIDERS),
  state: stateSchema,
  /** The name that the board shows; null if there is none. */
  name: z.string().nullable(),
  /** The e-mail of the account; null if the account is unknown or deleted. */
  email: z.string().nullable(),
  /** The amount that was given, or asked for. */
  amountCents: z.int(),
  refundedCents: z.int(),
  disputedCents: z.int(),
  /** The part that is left; 0 of an attempt. */
  leftCents: z.int(),
  /** The sum of the host's refunds that the provider has not confirmed yet. */
  onTheWayCents: z.int(),
  at: z.iso.datetime(),
  /** The provider's session or order. */
  paymentRef: z.string().nullable(),
  /** The provider's charge or capture. */
  captureId: z.string().nullable(),
  /** True if it was deleted as a test donation; the ledger keeps it. */
  isDeleted: z.boolean(),
  /**
   * The name that waits for a decision, null for roles that may not decide. Only the list has it,
   * while the donation's texts wait.
   */
  held: z.object({ name: z.string().nullable() }).optional(),
})

export type HostDonation = z.infer<typeof hostDonationSchema>

/** The number up to which the donations of a search are counted: a million take too long. */
export const MAX_COUNTED = 10_000

/** The response of `GET /api/host/donations`. */
export const hostDonationsPageSchema = z.object({
  timeZone: z.string(),
  donations: z.array(hostDonationSchema),
  /** The number of donations on all pages; if it is `MAX_COUNTED`, there may be more. */
  total: z.int().max(MAX_COUNTED),
  /** Goes into `before`; null on the first page. */
  previous: z.string().nullable(),
  /** Goes into `after`; null on the last page. */
  next: z.string().nullable(),
})

export type HostDonationsPage = z.infer<typeof hostDonationsPageSchema>

export const STORY_KINDS = [
  'checkout',
  'event',
  'money',
  'mail',
  'refund',
  'note',
  /** A decision of a host about the donation's texts; only for roles that may read it. */
  'decision',
] as const

/** One thing that happened to a donation. */
export const storyEntrySchema = z.object({
  kind: z.enum(STORY_KINDS),
  at: z.iso.datetime(),
  /** A phrase for people. */
  title: z.string(),
  /** More about it: a reason, an outcome, the text of a note; untrusted text. */
  detail: z.string().nullable(),
  /** The amount that it moved or is about; negative if money left. */
  amountCents: z.int().nullable(),
  /** The provider's id of the event or object. */
  objectId: z.string().nullable(),
  /** The e-mail of the host who did it; null if no host did. */
  actor: z.string().nullable(),
})

export type StoryEntry = z.infer<typeof storyEntrySchema>

/** The response of `GET /api/host/donations/:id`, the oldest entry first. */
export const hostDonationStorySchema = z.object({
  donation: hostDonationSchema,
  /** The most that can be refunded now. */
  refundableCents: z.int(),
  /** The texts that the page shows, for roles that may change them; null for all others. */
  texts: z
    .object({
      hidden: z.boolean(),
      /** True if the donor chose not to be named; then there is no name to change. */
      anonymous: z.boolean(),
      name: z.string().nullable(),
      message: z.string().nullable(),
    })
    .nullable(),
  story: z.array(storyEntrySchema),
})

export type HostDonationStory = z.infer<typeof hostDonationStorySchema>

/** The body of `POST /api/host/donations/:id/notes`. */
export const noteRequestSchema = z.object({
  text: z
    .string('Write a note.')
    .trim()
    .min(1, 'Write a note.')
    .max(2_000, 'A note may have at most 2,000 characters.'),
})
