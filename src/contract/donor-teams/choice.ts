import { z } from 'zod'

const NO_ID = 'The team must be the id of a team, or null for none.'

export const teamIdSchema = z.uuid(NO_ID)

/** The field of a request to pay with the team that the donor chooses. */
export const teamChoiceShape = {
  /** Null for none; missing for the team that the donor is in. */
  teamId: teamIdSchema.nullable().optional(),
}

export type TeamChoice = z.infer<z.ZodObject<typeof teamChoiceShape>>

/** The body of `PUT /api/me/team`. */
export const teamChangeSchema = z.object(
  { teamId: teamIdSchema.nullable() },
  'The request must be a JSON object with the id of a team, or null for none.',
)
