import { hostChoicesSchema } from '#contract/host/choices.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ApiCall } from '#client/lib/api.ts'
import { callHost } from '../../api/call-host.ts'
import { changes } from '../../api/changes.ts'

/** Sends a change of choices to a path below theirs, such as `ID/end`. */
export async function sendChoice(path: string, call: ApiCall): Promise<void> {
  const below = path === '' ? '' : `/${path}`
  await callHost(`${HOST_ROUTES.choices}${below}`, hostChoicesSchema, call)
  changes.announce(['campaign'])
}
