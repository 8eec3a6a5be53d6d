import { HOST_ROUTES } from '#contract/host/routes.ts'
import { hostTeamsSchema } from '#contract/host/donor-teams.ts'
import type { ApiCall } from '#client/lib/api.ts'
import { callHost } from '../../api/call-host.ts'
import { changes } from '../../api/changes.ts'

/** Sends a change of the teams: of one by its id, or without one a new team. */
export async function sendTeam(id: string | undefined, call: ApiCall): Promise<void> {
  const below = id === undefined ? '' : `/${id}`
  await callHost(`${HOST_ROUTES.teams}${below}`, hostTeamsSchema, call)
  changes.announce(['texts'])
}
