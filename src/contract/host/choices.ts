import { z } from 'zod'
import { plainText } from '../campaign/plain-text.ts'
import { choiceSchema, MAX_OPTIONS, MIN_OPTIONS } from '../choices.ts'
import { instant } from './instant.ts'

const COUNT = `A choice must have ${MIN_OPTIONS} to ${MAX_OPTIONS} options.`

const fields = {
  question: plainText({ what: 'The question', min: 1, max: 80 }),
  options: z
    .array(plainText({ what: 'Each option', min: 1, max: 60 }), COUNT)
    .min(MIN_OPTIONS, COUNT)
    .max(MAX_OPTIONS, COUNT)
    .refine(
      (labels) => new Set(labels.map((label) => label.toLowerCase())).size === labels.length,
      {
        error: 'Each option must differ from the others.',
      },
    ),
  opensAt: instant('The opening'),
  closesAt: instant('The closing'),
}

/** The body of `POST /api/host/choices`. */
export const choiceRequestSchema = z.strictObject(fields)

export type ChoiceRequest = z.infer<typeof choiceRequestSchema>

/**
 * The body of `PATCH /api/host/choices/:id`: once a vote is paid, or while one can be, its closing can
 * only be later.
 */
export const choiceChangeSchema = z.strictObject(fields).partial()

export type ChoiceChange = z.infer<typeof choiceChangeSchema>

/** A choice as hosts see it. */
export const hostChoiceSchema = choiceSchema.extend({
  /** True once a vote is paid, or while one may still be: then question and options stay. */
  voted: z.boolean(),
  /**
   * While no vote is paid yet, but some may still be: when the last of these payments ends at the
   * latest, ISO 8601; null if their provider decides when. Missing otherwise.
   */
  payable: z.object({ until: z.string().nullable() }).optional(),
  cancelled: z.boolean(),
  /** True if the host has taken it off the page after its end. */
  withdrawn: z.boolean(),
  /** The cents of each option, in the order of the options. */
  results: z.array(z.int()),
})

export type HostChoice = z.infer<typeof hostChoiceSchema>

export const hostChoicesSchema = z.object({
  /** The server's time, ISO 8601. */
  now: z.string(),
  /** The campaign's time zone, in which the console shows and takes times. */
  timeZone: z.string(),
  /** All choices, the latest opening first. */
  choices: z.array(hostChoiceSchema),
  /** False if there are more, which are not listed. */
  isWhole: z.boolean(),
})

export type HostChoices = z.infer<typeof hostChoicesSchema>
