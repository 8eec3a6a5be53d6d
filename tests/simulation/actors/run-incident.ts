import type { DeniedKey, OlderCopy, OtherKeys, WrongClock } from '../world/incidents.ts'
import { shareAccounts } from './other-software.ts'
import type { RunContext } from './run-context.ts'

/** The path of each kind of request that a key may be refused; the empty path matches all. */
const API_PATHS = {
  stripe: {
    disputes: '/v1/disputes',
    refunds: '/v1/refunds',
    events: '/v1/events',
    everything: '',
  },
  paypal: {
    disputes: '/v1/customer/disputes',
    refunds: '/v2/payments/refunds',
    events: '/v1/notifications/webhooks-events',
    everything: '',
  },
} as const

/** Runs the incident of this run. */
export async function runIncident(context: RunContext): Promise<void> {
  const { incident, trace } = context.world
  trace.count('troubles', incident.kind)
  switch (incident.kind) {
    case 'none':
      return
    case 'denied key':
      return denyKey(context, incident)
    case 'wrong clock':
      return changeClock(context, incident)
    case 'older copy':
      return restoreCopy(context, incident)
    case 'other keys':
      return changeKeys(context, incident)
    case 'shared account':
      return shareAccounts(context, incident)
  }
}

async function denyKey({ world, providers }: RunContext, incident: DeniedKey): Promise<void> {
  const { provider, refused, afterMs, forMs, outlasts } = incident
  await world.sleep(afterMs)
  await world.waitForTurn(`${provider} refuses our key ${refused}`)
  const fault = refused === 'everything' ? '401' : '403'
  const path = API_PATHS[provider][refused]
  await providers.control('/faults', { provider, fault, path, times: 'always' })
  world.trace.count('denied keys', `${provider}: ${refused}`)
  if (outlasts) return
  await world.sleep(forMs)
  await allowKey({ world, providers })
}

/** Allows the key everything again. */
export async function allowKey({
  world,
  providers,
}: Pick<RunContext, 'world' | 'providers'>): Promise<void> {
  await providers.control('/faults/clear', {})
  world.trace.note('our key may do everything again')
}

async function changeClock({ world }: RunContext, { changesAfterMs, laterMs }: WrongClock) {
  await world.sleep(changesAfterMs)
  world.clockOffsetMs = laterMs
  world.trace.note(`our clock is ${laterMs / 60_000} minutes ahead from here on`)
}

/** Replaces the database by an older copy and reloads every viewer's page. */
async function restoreCopy(context: RunContext, incident: OlderCopy): Promise<void> {
  const { world, disk, fakeMailer } = context
  await world.sleep(incident.copiedAfterMs)
  const copy = disk.copy()
  world.trace.note('the host copies the database')
  await world.sleep(incident.restoredAfterMs)
  await stopServer(context, 'a restored copy')
  disk.restore(copy)
  fakeMailer.noteRestored()
  context.reloadViewers()
  world.trace.note('the database is the older copy from here on')
}

async function changeKeys(context: RunContext, incident: OtherKeys): Promise<void> {
  const { world, server } = context
  await world.sleep(incident.afterMs)
  await stopServer(context, 'a start with other keys')
  world.trace.note(`the host sets the keys of another account: ${incident.providers.join(', ')}`)
  server.useAccount('the other account', incident.providers)
  if (incident.backAfterMs === undefined) return
  await world.sleep(incident.backAfterMs)
  await stopServer(context, 'a start with our own keys')
  world.trace.note('the host sets our own keys again')
  server.useAccount('our account', incident.providers)
}

/** Stops the server as soon as it is up, between two effects. */
async function stopServer(context: RunContext, before: string): Promise<void> {
  const { world } = context
  do {
    await world.sleep(1_000)
    await world.waitForTurn(`the host would stop the server for ${before}`)
  } while (!crashIfUp(context, before))
}

function crashIfUp({ server }: RunContext, before: string): boolean {
  const { isUp } = server
  if (isUp) server.crash(before)
  return isUp
}
