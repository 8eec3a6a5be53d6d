import { z } from 'zod'
import { matchedSchema } from './matches.ts'

/**
 * What the choices and matches of the campaign come to: the data of the live stream's `sums` event,
 * all of one version of the change feed.
 */
export const liveSumsSchema = z.object({
  version: z.int(),
  /** The cents of each option, in the order of the options, by the choice's id. */
  choices: z.record(z.string(), z.array(z.int())),
  /** By the match's id. */
  matches: z.record(z.string(), matchedSchema),
})

export type LiveSums = z.infer<typeof liveSumsSchema>
