import { z } from 'zod'
import { teamNameSchema } from '../donor-teams/teams.ts'

/** The body of `POST /api/host/teams`. */
export const hostTeamRequestSchema = z.strictObject(
  { name: teamNameSchema },
  'The request must be a JSON object with the name of the team.',
)

/** The body of `PATCH /api/host/teams/:id`: a missing field keeps what is. */
export const hostTeamChangeSchema = z
  .strictObject(
    {
      name: teamNameSchema,
      /** False to close it, true to open it again. */
      open: z.boolean('A team is open (true) or closed (false).'),
      /** Approves a held name. */
      approved: z.literal(true, 'A held name can only be approved (true), or changed.'),
    },
    'The request must be a JSON object with a name, or with open or approved.',
  )
  .partial()

const hostTeamSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** True if only its founder and the hosts read the name. */
  held: z.boolean(),
  /** True if a donor has founded it. */
  byDonor: z.boolean(),
  foundedAt: z.string(),
  closedAt: z.string().nullable(),
  members: z.int(),
  /** The sum over all time, and the number of its donors; null while teams are off. */
  given: z.object({ amountCents: z.int(), donors: z.int() }).nullable(),
})

export type HostTeam = z.infer<typeof hostTeamSchema>

/** The response of the hosts' routes about teams: held names first, then the latest first. */
export const hostTeamsSchema = z.object({ teams: z.array(hostTeamSchema) })

export type HostTeams = z.infer<typeof hostTeamsSchema>
