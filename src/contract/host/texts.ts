import { z } from 'zod'

/** How names and messages are screened; see `screen` of the server. */
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
