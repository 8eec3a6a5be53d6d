import { z } from 'zod'
import { plainText } from './plain-text.ts'

/** The most milestones on the way to a goal. */
export const MAX_MILESTONES = 12

/** The largest goal, in cents: $999,999,999.99. */
const MAX_GOAL_CENTS = 99_999_999_999

/** A sum on the way to the goal, and what it makes possible. */
export const milestoneSchema = z.object({
  amountCents: z.int(),
  name: z.string(),
  /** One or two sentences; empty if the name says it all. */
  description: z.string(),
})

export type Milestone = z.infer<typeof milestoneSchema>

/** The sum that the campaign wants to reach, and its milestones, the smallest sum first. */
export const goalSchema = z.object({
  amountCents: z.int(),
  milestones: z.array(milestoneSchema),
})

export type Goal = z.infer<typeof goalSchema>

const sum = (what: string) => {
  const sentence = `${what} must be an amount from $1.00 to $999,999,999.99.`
  return z.int(sentence).min(100, sentence).max(MAX_GOAL_CENTS, sentence)
}

/** The goal as a host sets it, with the sentences about wrong values. */
export const goalSettingSchema = z
  .strictObject(
    {
      amountCents: sum('The goal'),
      milestones: z
        .array(
          z.strictObject(
            {
              amountCents: sum('Each milestone'),
              name: plainText({ what: 'The name of each milestone', min: 1, max: 60 }),
              description: plainText({ what: 'The description of a milestone', max: 300 }),
            },
            'Each milestone must have amountCents, name and description.',
          ),
          'The milestones must be a list.',
        )
        .max(MAX_MILESTONES, `There can be at most ${MAX_MILESTONES} milestones.`),
    },
    'The goal must have amountCents and milestones.',
  )
  .refine(
    ({ amountCents, milestones }) => milestones.every((one) => one.amountCents <= amountCents),
    { path: ['milestones'], error: 'No milestone can be above the goal.' },
  )
  .refine(
    ({ milestones }) =>
      new Set(milestones.map(({ amountCents }) => amountCents)).size === milestones.length,
    { path: ['milestones'], error: 'Each milestone must have an amount of its own.' },
  )
  .transform(({ amountCents, milestones }) => ({
    amountCents,
    milestones: milestones.toSorted((a, b) => a.amountCents - b.amountCents),
  }))
  .nullable()
