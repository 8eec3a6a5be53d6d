import { AppError } from '#contract/app-error.ts'
import { MAX_STARS } from '#contract/donor-teams/modes.ts'
import type { Team, TeamDetail, TeamList } from '#contract/donor-teams/teams.ts'
import type { OwnPlace } from '#contract/own-place.ts'
import type { Reader } from '#server/infra/database/database.ts'
import {
  findMembership,
  findTeam,
  readTeams,
  showTeamName,
  showTeams,
  type TeamRow,
} from '#server/features/donor-teams/donor-teams.ts'
import { findShown } from '#server/features/ledger/ledger.ts'
import type { RankedBoard } from '../leaderboard.ts'
import { orUnavailable } from '../snapshot-rounds.ts'
import type { ProjectedBoardDeps } from './projected-board-deps.ts'
import type { Projection } from './projection.ts'
import type { TeamSum } from './team-sum.ts'

/** What a star stands for from which it is one digit brighter, cents. */
const BRIGHTNESS_CENTS = [316, 1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000]

/** Creates what a board of teams has beside other boards. */
export function createTeamPart(
  deps: ProjectedBoardDeps,
): Required<Pick<RankedBoard, 'ownPlace' | 'sky'>> {
  const { projection, ask } = deps
  let known: Promise<TeamList> | undefined
  let knownVersion: number | undefined
  // Everybody who looks at a sky asks for it after each change.
  function readList(): Promise<TeamList> {
    const { version } = projection.view
    if (known !== undefined && knownVersion === version) return known
    const reading = orUnavailable(ask((snapshot) => listTeams(projection, snapshot)))
    known = reading
    knownVersion = version
    reading.catch(() => {
      if (known === reading) known = undefined
    })
    return reading
  }
  return {
    ownPlace: (userId) => findOwnTeamPlace(deps, userId),
    sky: {
      readTeams: readList,
      readTeam: (id) => ask((snapshot) => readTeam(deps, snapshot, id)),
    },
  }
}

async function listTeams(projection: Projection, snapshot: Reader): Promise<TeamList> {
  const rows = await showTeams(snapshot, await readTeams(snapshot))
  const teams = rows.map((row) => toTeam(projection, row))
  const listed = teams.filter(({ open, position }) => open || position !== null)
  const place = ({ position }: Team) => position ?? Infinity
  return {
    version: projection.view.version,
    teams: listed.toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name, 'en')),
  }
}

function toTeam(projection: Projection, row: TeamRow & { shownName: string }): Team {
  const sum = projection.teams.get(row.id)
  const key = projection.findOwn(row.id)
  return {
    id: row.id,
    name: row.shownName,
    open: row.closed_at === null,
    position: key === undefined ? null : projection.view.keys.countBefore(key) + 1,
    amountCents: sum?.amountCents ?? 0,
    donors: sum?.size ?? 0,
    stars: sum === undefined ? '' : toStars(sum),
  }
}

/** Returns the brightness of a team's stars, a digit for each. */
function toStars(sum: TeamSum): string {
  return sum
    .brightest(MAX_STARS)
    .map(({ amountCents }) => 1 + BRIGHTNESS_CENTS.filter((least) => amountCents >= least).length)
    .join('')
}

async function readTeam(
  { projection, livemode }: Pick<ProjectedBoardDeps, 'projection' | 'livemode'>,
  snapshot: Reader,
  id: string,
): Promise<TeamDetail> {
  const team = await findTeam(snapshot, id)
  const [row] = await showTeams(snapshot, team === undefined ? [] : [team])
  if (row === undefined) throw new AppError('not-found', 'There is no such constellation.')
  const stars = projection.teams.get(id)?.brightest(MAX_STARS) ?? []
  const sequences = stars.flatMap(({ nameSequence }) => nameSequence ?? [])
  const named = await findShown(snapshot, livemode, sequences)
  return {
    version: projection.view.version,
    team: toTeam(projection, row),
    stars: stars.map(({ nameSequence, amountCents }) => ({
      name: (nameSequence === null ? undefined : named.get(nameSequence)?.name) ?? null,
      amountCents,
    })),
  }
}

/**
 * Returns where the team of an account stands, after every change committed before the call. A gift
 * of the account adds nothing to a team that is closed, which is therefore none.
 */
function findOwnTeamPlace(
  { projection, ask, toDonorId }: ProjectedBoardDeps,
  userId: string,
): Promise<OwnPlace> {
  return orUnavailable(
    ask(async (snapshot) => {
      const team = await findMembership(snapshot, userId)
      if (team?.closed_at !== null) return { id: toDonorId(userId), place: null, team: null }
      const name = await showTeamName(snapshot, team, userId)
      const key = projection.findOwn(team.id)
      if (key === undefined) return { id: team.id, place: null, team: name }
      const { keys } = projection.view
      const before = keys.countBefore(key)
      const [above] = await projection.readRows(snapshot, keys.slice(before - 1, before))
      const place = {
        position: before + 1,
        amountCents: key.amountCents,
        above: above === undefined ? null : { name: above.name, amountCents: above.amountCents },
        ...(above && { passCents: findPassCents(projection, { team, userId, above }) }),
      }
      return { id: team.id, place, team: name }
    }),
  )
}

/** Returns the least gift of a donor with which their team passes the row above. */
function findPassCents(
  { teams, description }: Projection,
  { team, userId, above }: { team: TeamRow; userId: string; above: { amountCents: number } },
): number {
  const sum = teams.get(team.id)
  if (sum === undefined) throw new Error('A team on the board has no donors.')
  // A new donor is one more by whom the sum is divided.
  const donors = sum.has(userId) ? sum.size : sum.size + 1
  const factor = description.ranks === 'team' ? 1 : donors
  return (above.amountCents + 1) * factor - sum.amountCents
}
