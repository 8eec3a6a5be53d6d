import { hostChoicesSchema } from '#contract/host/choices.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ApiCall } from '#client/lib/api.ts'
import { sendItem } from '../../api/send-item.ts'

/** Sends a change of choices to a path below theirs, such as `ID/end`. */
export function sendChoice(path: string, call: ApiCall): Promise<void> {
  return sendItem({ route: HOST_ROUTES.choices, schema: hostChoicesSchema }, path, call)
}
