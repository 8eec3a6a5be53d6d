import type { HostTeam } from '#contract/host/donor-teams.ts'

/**
 * Returns the teams whose names contain a text, in any case: those with a name to decide about
 * first, then by their sums; of equal sums in the order given.
 */
export function findTeams(teams: readonly HostTeam[], search: string): HostTeam[] {
  const wanted = search.trim().toLowerCase()
  return teams
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((one, other) => Number(other.held) - Number(one.held) || sumOf(other) - sumOf(one))
}

function sumOf({ given }: HostTeam): number {
  return given?.amountCents ?? 0
}
