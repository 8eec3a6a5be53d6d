import { z } from 'zod'
import { BOARD_IDS } from '../boards.ts'
import { teamIdSchema } from './choice.ts'

/** A team as everybody sees it on one board. */
export const teamSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** False if nobody can join it any more. */
  open: z.boolean(),
  /** Its position on the board; null if nothing has been given for it in the span. */
  position: z.int().nullable(),
  /** The sum of what was given for it in the span. */
  amountCents: z.int(),
  /** The number of its donors in the span. */
  donors: z.int(),
  /**
   * The brightness of its stars, one digit from 1 to 9 for each, the brightest first; at most
   * `MAX_STARS` of them.
   */
  stars: z.string(),
})

export type Team = z.infer<typeof teamSchema>

const teamBoards = BOARD_IDS.filter((id) => id.startsWith('team'))

export const teamsQuerySchema = z.object({
  /** The board whose span counts; by default that of the sums over all time. */
  board: z.enum(teamBoards, 'The board must be one of teams.').default('teams-all-time'),
})

/**
 * The response of `GET /api/teams`: those of the board in its order, then the open ones for which
 * nothing has been given, by name.
 */
export const teamListSchema = z.object({
  /** The version of the board. */
  version: z.int(),
  teams: z.array(teamSchema),
})

export type TeamList = z.infer<typeof teamListSchema>

/**
 * A star of a constellation: a donor with the sum of what they gave for the team and under their
 * name; what somebody gave without it is a star of its own.
 */
export const starSchema = z.object({
  /** Null for what was given without a name. */
  name: z.string().nullable(),
  amountCents: z.int(),
})

/** The response of `GET /api/teams/:id`: a team with its donors, the one who gave most first. */
export const teamDetailSchema = z.object({
  version: z.int(),
  team: teamSchema,
  stars: z.array(starSchema),
})

export type TeamDetail = z.infer<typeof teamDetailSchema>

export const teamParamsSchema = z.object({ id: teamIdSchema })

/** A team as its member, or founder, sees it: with its name also while that is held. */
const ownTeamSchema = z.object({
  id: z.string(),
  name: z.string(),
  open: z.boolean(),
  /** True if nobody else reads the name yet. */
  held: z.boolean(),
})

/** The response of `GET` and `PUT /api/me/team`. */
export const membershipSchema = z.object({
  /** The team that the donor is in; null for none. */
  team: ownTeamSchema.nullable(),
  /** Says why the donor cannot change it now; null if they can. */
  bound: z.string().nullable(),
  /** Says why the donor cannot found one now; null if they can. */
  cannotFound: z.string().nullable(),
  /** The open teams that the donor has founded. */
  founded: z.array(ownTeamSchema),
})

export type Membership = z.infer<typeof membershipSchema>

/** The longest text that is read as a name at all; the server checks the limit in graphemes. */
const MAX_RAW = 1_000

/** A name of a team in a request. */
export const teamNameSchema = z
  .string('The name must be a text.')
  .max(MAX_RAW, 'The name can have 40 characters at most.')

/** The body of `POST /api/teams`. */
export const teamRequestSchema = z.object(
  { name: teamNameSchema },
  'The request must be a JSON object with the name of the team.',
)

/** The response of `POST /api/teams`. */
export const foundedTeamSchema = z.object({ team: ownTeamSchema })

export type FoundedTeam = z.infer<typeof foundedTeamSchema>
