import { hostTextsSchema, type ScreeningSettings, type TextAction } from '#contract/host/texts.ts'
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

/** Decides as a host about texts that wait, or were denied. */
export async function decideText(host: Donor, id: string, action: TextAction): Promise<void> {
  const list = hostTextsSchema.parse(
    await (await host.call('/api/host/texts?state=waiting')).json(),
  )
  const denied = hostTextsSchema.parse(
    await (await host.call('/api/host/texts?state=denied')).json(),
  )
  const text = [...list.texts, ...denied.texts].find((one) => one.id === id)
  const body = { action, revision: text?.revision }
  await sendJson(host, `/api/host/texts/${id}`, { method: 'POST', body })
}
