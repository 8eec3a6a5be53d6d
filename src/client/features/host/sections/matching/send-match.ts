import { hostMatchesSchema } from '#contract/host/matches.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ApiCall } from '#client/lib/api.ts'
import { sendItem } from '../../api/send-item.ts'

/** Sends a change of matches to a path below theirs, such as `ID/stop`. */
export function sendMatch(path: string, call: ApiCall): Promise<void> {
  return sendItem({ route: HOST_ROUTES.matches, schema: hostMatchesSchema }, path, call)
}
