import { z } from 'zod'

/** The least and the most options of a choice. */
export const MIN_OPTIONS = 2
export const MAX_OPTIONS = 12

/** The most choices that can be open at the same time. */
export const MAX_OPEN_CHOICES = 4

/** A question that donations vote on with their dollars. Times are ISO 8601, UTC. */
export const choiceSchema = z.object({
  id: z.string(),
  question: z.string(),
  /** The options in the order in which the host has put them. */
  options: z.array(z.object({ id: z.string(), label: z.string() })),
  /** The first instant at which a payment that begins can vote. */
  opensAt: z.string(),
  /** The first instant at which it cannot any more. */
  closesAt: z.string(),
  /** True if the host has closed it before its time. */
  closedEarly: z.boolean(),
})

export type Choice = z.infer<typeof choiceSchema>

/** The id of the option that a donation votes for, in a request that begins a payment. */
export const optionIdSchema = z
  .string('The vote must be the id of an option.')
  .max(36, 'The vote must be the id of an option.')

/** The response of `GET /api/choices`: the choices that the page shows, the open ones first. */
export const choiceListSchema = z.object({
  /** The server's time. */
  now: z.string(),
  /** The version of the change feed that the results are of. */
  version: z.int(),
  choices: z.array(
    z.object({
      choice: choiceSchema,
      /** The sum of all votes, in cents. */
      totalCents: z.int(),
      /** The sum of each option's votes, in the order of the options. */
      results: z.array(z.object({ optionId: z.string(), amountCents: z.int() })),
    }),
  ),
})

export type ChoiceList = z.infer<typeof choiceListSchema>
