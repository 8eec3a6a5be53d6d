import type { ScreeningSettings } from '#contract/host/texts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { Donor } from './donor.ts'

/** Changes the mode of screening as a host, and lets donors write messages. */
export async function setScreening(host: Donor, mode: ScreeningSettings['mode']): Promise<void> {
  const settings: unknown = await (await host.call(HOST_ROUTES.screening)).json()
  const body = JSON.stringify({ ...Object(settings), mode, messages: true })
  const answer = await host.call(HOST_ROUTES.screening, { method: 'PUT', body })
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
}
