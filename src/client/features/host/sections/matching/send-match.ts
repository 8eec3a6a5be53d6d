import { hostMatchesSchema } from '#contract/host/matches.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ApiCall } from '#client/lib/api.ts'
import { callHost } from '../../api/call-host.ts'
import { changes } from '../../api/changes.ts'

/** Sends a change of matches to a path below theirs, such as `ID/stop`. */
export async function sendMatch(path: string, call: ApiCall): Promise<void> {
  const below = path === '' ? '' : `/${path}`
  await callHost(`${HOST_ROUTES.matches}${below}`, hostMatchesSchema, call)
  changes.announce(['campaign'])
}
