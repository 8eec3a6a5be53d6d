import { hostRoundsSchema } from '#contract/host/rounds.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ApiCall } from '#client/lib/api.ts'
import { sendItem } from '../../api/send-item.ts'

/** Sends a change of rounds to a path below theirs, such as `ID/end`. */
export function sendRound(path: string, call: ApiCall): Promise<void> {
  return sendItem({ route: HOST_ROUTES.rounds, schema: hostRoundsSchema }, path, call)
}
