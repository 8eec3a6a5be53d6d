import { useState } from 'react'
import { alarmSecretSchema, alarmSettingsSchema, alarmTestSchema } from '#contract/host/alarms.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ApiCall } from '#client/lib/api.ts'
import { callHost } from '../../../api/call-host.ts'
import { changes, type ChangeTopic } from '../../../api/changes.ts'
import { useHostData } from '../../../api/use-host-data.ts'

/** The result of the last action, as a sentence. */
interface AlarmMessage {
  tone: 'error' | 'success'
  text: string
}

/** A change of the address or its secret. */
export interface AlarmChange {
  path: string
  call: ApiCall
  /** The sentence that the host reads when it is made. */
  done: string
}

export const REMOVAL: AlarmChange = {
  path: HOST_ROUTES.alarms,
  call: { method: 'PUT', body: { webhookUrl: null } },
  done: 'Removed. Hosts are still mailed.',
}

export const NEW_SECRET: AlarmChange = {
  path: HOST_ROUTES.alarmSecret,
  call: { method: 'POST', body: {} },
  done: 'Replaced. The former secret signs beside the new one for a day.',
}

/** Returns the change that sets the address. */
export function setAddress(webhookUrl: string): AlarmChange {
  return {
    path: HOST_ROUTES.alarms,
    call: { method: 'PUT', body: { webhookUrl } },
    done: 'Saved. Alarms go to this address too: send a test alarm to try it.',
  }
}

const CHANGES: readonly ChangeTopic[] = ['concerns']

/** Reads and changes the address that gets alarms, one action at a time. */
export function useAlarms() {
  const source = useHostData(HOST_ROUTES.alarms, alarmSettingsSchema, CHANGES)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<AlarmMessage>()
  const [secret, setSecret] = useState<string>()

  /** Runs an action unless another one runs; returns whether it did what it should. */
  async function run(action: () => Promise<AlarmMessage>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setMessage(undefined)
    const result = await action().catch(toFailure)
    setMessage(result)
    setBusy(false)
    return result.tone === 'success'
  }

  async function send({ path, call, done }: AlarmChange): Promise<AlarmMessage> {
    const { secret: shown } = await callHost(path, alarmSecretSchema, call)
    // A changed address keeps its secret, which is not shown again.
    if (shown !== null || call === REMOVAL.call) setSecret(shown ?? undefined)
    await source.refresh()
    changes.announce(['audit'])
    return { tone: 'success', text: done }
  }

  return {
    source,
    isBusy,
    message,
    /** The signing secret that the server has just shown; it does so once. */
    secret,
    /** Makes a change; returns whether it was made. */
    change: (wanted: AlarmChange) => run(() => send(wanted)),
    /** Makes a change of a form, which tells its failures itself. */
    submit: async (wanted: AlarmChange) => {
      setMessage(undefined)
      setMessage(await send(wanted))
    },
    sendTest: () => run(sendTest),
  }
}

async function sendTest(): Promise<AlarmMessage> {
  const call = { method: 'POST', body: {} } as const
  const { isDelivered, message } = await callHost(HOST_ROUTES.alarmTest, alarmTestSchema, call)
  return { tone: isDelivered ? 'success' : 'error', text: message }
}

function toFailure(error: unknown): AlarmMessage {
  return { tone: 'error', text: error instanceof Error ? error.message : 'Something went wrong.' }
}
