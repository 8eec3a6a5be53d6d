import { z } from 'zod'
import { MAX_DISPLAY_NAME, MAX_MESSAGE } from './text-limits.ts'

/** The longest text that is read at all; the limits in graphemes are checked on the server. */
const MAX_RAW = 4_000

/** The display name in a request; null for none, and then the payer's given name is shown. */
export const displayNameSchema = z
  .string('The name must be a text.')
  .max(MAX_RAW, `The name can have ${MAX_DISPLAY_NAME} characters at most.`)
  .nullable()

/** The message in a request; null for none. */
export const messageSchema = z
  .string('The message must be a text.')
  .max(MAX_RAW, `The message can have ${MAX_MESSAGE} characters at most.`)
  .nullable()

/**
 * The texts that a donor chooses for a donation. A missing field keeps what is: for a new
 * donation the display name of the profile, the name shown, and no message.
 */
export const textChoiceSchema = z.object(
  {
    displayName: displayNameSchema.optional(),
    /** True to be shown as 'Anonymous'; the sums go on. */
    anonymous: z.boolean('Anonymous must be true or false.').optional(),
    message: messageSchema.optional(),
  },
  'The request must be a JSON object.',
)

export type TextChoice = z.infer<typeof textChoiceSchema>

/** The response of `GET /api/me/profile` and `PUT /api/me/profile`. */
export const profileSchema = z.object({
  /** The name for new donations; null if the payer's given name is shown. */
  displayName: z.string().nullable(),
  /** True if the host takes messages with donations. */
  messages: z.boolean(),
  /** True if every name and message waits for a host's approval before others see it. */
  holdsTexts: z.boolean(),
})

export type Profile = z.infer<typeof profileSchema>

/** The body of `PUT /api/me/profile`. */
export const profileUpdateSchema = z.object(
  { displayName: displayNameSchema },
  'The request must be a JSON object with the display name.',
)

/**
 * The texts of a donation as its donor sees them. `waiting` and `declined` texts are shown to
 * nobody else, and `hidden` ones were hidden by the host: the row says 'A donor'.
 */
export const ownTextsSchema = z.object({
  /** Null if none was chosen: then the payer's given name is shown. */
  displayName: z.string().nullable(),
  anonymous: z.boolean(),
  message: z.string().nullable(),
  state: z.enum(['shown', 'waiting', 'declined', 'message-declined', 'hidden']),
})

export type OwnTexts = z.infer<typeof ownTextsSchema>
