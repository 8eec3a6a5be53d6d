import { HOST_ROUTES } from '#contract/host/routes.ts'
import { hostRoundsSchema } from '#contract/host/rounds.ts'
import type { ApiCall } from '#client/lib/api.ts'
import { callHost } from '../../api/call-host.ts'
import { changes } from '../../api/changes.ts'

/** Sends a change of rounds to a path below theirs, such as `ID/end`. */
export async function sendRound(path: string, call: ApiCall): Promise<void> {
  const below = path === '' ? '' : `/${path}`
  await callHost(`${HOST_ROUTES.rounds}${below}`, hostRoundsSchema, call)
  changes.announce(['campaign'])
}
