import { z } from 'zod'

/** The rules by which names and messages are screened; see `screen` of the server. */
export const SCREENING_MODES = ['off', 'automatic', 'hold'] as const

const MAX_WORDS = 500
const MAX_AMOUNTS = 100

const wordSchema = z
  .string('Each word must be a text.')
  .trim()
  .min(2, 'Each word must have at least 2 characters.')
  .max(60, 'Each word can have 60 characters at most.')

const amountSchema = z
  .int('Each amount must be a whole number of cents.')
  .min(1, 'Each amount must be at least 1 cent.')
  .max(99_999_999, 'Each amount must be at most $999,999.99.')

/** The response of `GET /api/host/screening`. */
export const screeningSettingsSchema = z.object({
  mode: z.enum(SCREENING_MODES, 'The mode must be off, automatic or hold.'),
  /** True if donations may have messages. */
  messages: z.boolean('Messages must be true or false.'),
  /** The host's own words, which deny a text. */
  words: z.array(wordSchema).max(MAX_WORDS, `At most ${MAX_WORDS} words can be listed.`),
  /** The exact amounts whose texts are denied. */
  amountsCents: z
    .array(amountSchema)
    .max(MAX_AMOUNTS, `At most ${MAX_AMOUNTS} amounts can be listed.`),
  /** The revision of these settings; a change names the one that it was made from. */
  revision: z.int(),
})

export type ScreeningSettings = z.infer<typeof screeningSettingsSchema>

/** A reason for which a text is held or denied. */
export const holdReasonSchema = z.object({
  /** `listed`: the English word list; `word`, `amount`: the host's own; `hold`: everything is held. */
  cause: z.enum(['listed', 'word', 'amount', 'hold', 'corrected']),
  field: z.enum(['name', 'message']).nullable(),
  /** The word that was found. */
  match: z.string().nullable(),
})

export type HoldReason = z.infer<typeof holdReasonSchema>

/** The states of screened texts, each a list of `GET /api/host/texts`; `waiting` is two of them. */
export const TEXT_LISTS = ['waiting', 'pending', 'flagged', 'approved', 'denied', 'hidden'] as const

export type TextList = (typeof TEXT_LISTS)[number]

export const hostTextsQuerySchema = z.object({
  state: z
    .enum(TEXT_LISTS, 'The state must be waiting, pending, flagged, approved, denied or hidden.')
    .default('waiting'),
  after: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

/** The decisions about a text; each but `undo` can be undone. */
export const TEXT_ACTIONS = [
  'approve',
  'approve-name',
  'deny',
  'rename',
  'hide',
  'show',
  'undo',
] as const

export type TextAction = (typeof TEXT_ACTIONS)[number]

/** A decision; `edit` is a change of the texts themselves through the list of donations. */
const decisionSchema = z.object({
  action: z.enum([...TEXT_ACTIONS, 'edit']),
  /** The name of the host who decided. */
  by: z.string(),
  isMine: z.boolean(),
  at: z.iso.datetime(),
})

const shownSchema = z.object({ name: z.string().nullable(), message: z.string().nullable() })

/** The texts of a donation, for the hosts who decide about them. It names no e-mail and no account. */
export const hostTextSchema = z.object({
  /** The donation's id. */
  id: z.string(),
  /** A decision names the revision that it is about. */
  revision: z.int(),
  state: z.enum(['clear', 'pending', 'flagged', 'approved', 'name-approved', 'denied']),
  hidden: z.boolean(),
  anonymous: z.boolean(),
  /** The origin of the name. */
  nameFrom: z.enum(['donor', 'payer', 'host']),
  /** The texts that the page shows if all of it is approved, and money of it is left. */
  approved: shownSchema,
  /** The texts that the page shows now, if money of it is left. */
  shown: shownSchema,
  reasons: z.array(holdReasonSchema),
  amountCents: z.int(),
  /** The part that counts now; of a donation without any no row is shown. */
  leftCents: z.int(),
  changedAt: z.iso.datetime(),
  decision: decisionSchema.nullable(),
})

export type HostText = z.infer<typeof hostTextSchema>

/** The response of `GET /api/host/texts`: the oldest first. */
export const hostTextsSchema = z.object({
  texts: z.array(hostTextSchema),
  /** The `after` of the next page; null on the last one. */
  next: z.string().nullable(),
  counts: z.object({
    pending: z.int(),
    flagged: z.int(),
    approved: z.int(),
    denied: z.int(),
    hidden: z.int(),
  }),
  /** The texts that were decided last, the latest first. */
  recent: z.array(hostTextSchema),
})

export type HostTexts = z.infer<typeof hostTextsSchema>

const NOT_READ = 'Say which revision of the text you decide about.'

/** The body of `POST /api/host/texts/:id`. */
export const textDecisionSchema = z.object({
  action: z.enum(TEXT_ACTIONS, 'The decision must be one of those that are offered.'),
  revision: z.int(NOT_READ),
  /** The new name, for `rename`. */
  name: z.string('The name must be a text.').max(4_000, 'The name is too long.').optional(),
})

export type TextDecision = z.infer<typeof textDecisionSchema>

export const decidedTextSchema = z.object({ text: hostTextSchema })

/** The body of `PATCH /api/host/donations/:id`; money and sums stay as they are. */
export const hostDonationChangeSchema = z.object({
  /** True to show the row as 'A donor'; its amount and place stay. */
  hidden: z.boolean('Hidden must be true or false.').optional(),
  /** The name in place of the donor's; null for the donor's own. */
  displayName: z.string('The name must be a text.').max(4_000).nullable().optional(),
  /** The message in place of the donor's; null for none. */
  message: z.string('The message must be a text.').max(4_000).nullable().optional(),
})

export type HostDonationChange = z.infer<typeof hostDonationChangeSchema>

/** The body of `POST /api/host/texts/:id/presence`; repeated while the text is looked at. */
export const presenceRequestSchema = z.object({ isHere: z.boolean().default(true) })

/** The time for which a host counts as looking at a text after their last word, ms. */
export const PRESENCE_MS = 15_000

/** The response of `POST /api/host/texts/:id/presence`: who looks at which text now. */
export const presencesSchema = z.object({
  presences: z.array(z.object({ textId: z.string(), name: z.string(), isMe: z.boolean() })),
})

export type Presences = z.infer<typeof presencesSchema>['presences']
