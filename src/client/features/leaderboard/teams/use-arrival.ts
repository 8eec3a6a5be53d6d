import { useEffect, useRef, useState } from 'react'
import type { Team } from '#contract/donor-teams/teams.ts'

/** The time for which the page tells of a new star, ms. */
const TOLD_MS = 8_000

/** A star that has come to a team. */
export interface Arrival {
  teamId: string
  name: string
  /** When the page learned of it, ms of its clock. */
  at: number
}

/**
 * Follows the stars of a board's teams. Returns the latest one that has come while somebody looked,
 * for some seconds; undefined otherwise.
 */
export function useArrival(teams: readonly Team[] | undefined): Arrival | undefined {
  const last = useRef<readonly Team[]>(undefined)
  const [arrival, setArrival] = useState<Arrival>()

  useEffect(() => {
    const team = findArrival(last.current, teams)
    last.current = teams
    if (team !== undefined) setArrival({ teamId: team.id, name: team.name, at: performance.now() })
  }, [teams])

  useEffect(() => {
    if (arrival === undefined) return undefined
    const timer = setTimeout(() => setArrival(undefined), TOLD_MS)
    return () => clearTimeout(timer)
  }, [arrival])

  return arrival
}

/** Returns the first of the teams that has more stars than before; undefined if none has. */
export function findArrival(
  before: readonly Team[] | undefined,
  after: readonly Team[] | undefined,
): Team | undefined {
  if (before === undefined || after === undefined) return undefined
  const known = new Map(before.map(({ id, stars }) => [id, stars.length]))
  return after.find(({ id, stars }) => stars.length > (known.get(id) ?? stars.length))
}
