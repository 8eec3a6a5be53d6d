import type { ScreeningSettings } from '#contract/host/texts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { sendJson, type Donor } from './donor.ts'

/** Changes the mode of screening as a host, perhaps the words, and lets donors write messages. */
export async function setScreening(
  host: Donor,
  mode: ScreeningSettings['mode'],
  words?: string[],
): Promise<void> {
  const settings: unknown = await (await host.call(HOST_ROUTES.screening)).json()
  const body = { ...Object(settings), mode, messages: true, ...(words && { words }) }
  await sendJson(host, HOST_ROUTES.screening, { method: 'PUT', body })
}
