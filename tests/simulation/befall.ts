import type { DeniedKey, OlderCopy, OtherKeys, WrongClock } from './account-troubles.ts'
import { shareAccounts } from './other-software.ts'
import type { Scene } from './scene.ts'

/** Where each provider keeps what a key may be refused; the empty path is everywhere. */
const PATHS = {
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

/** Has the run's trouble come over the host's server and its accounts. */
export async function befall(scene: Scene): Promise<void> {
  const { trouble, trace } = scene.world
  trace.count('troubles', trouble.kind)
  switch (trouble.kind) {
    case 'none':
      return
    case 'denied key':
      return denyKey(scene, trouble)
    case 'wrong clock':
      return changeClock(scene, trouble)
    case 'older copy':
      return restoreCopy(scene, trouble)
    case 'other keys':
      return changeKeys(scene, trouble)
    case 'shared account':
      return shareAccounts(scene, trouble)
  }
}

async function denyKey({ world, providers }: Scene, trouble: DeniedKey): Promise<void> {
  const { provider, refused, afterMs, forMs, outlasts } = trouble
  await world.pass(afterMs)
  await world.moment(`${provider} refuses our key ${refused}`)
  const fault = refused === 'everything' ? '401' : '403'
  const path = PATHS[provider][refused]
  await providers.control('/faults', { provider, fault, path, times: 'always' })
  world.trace.count('denied keys', `${provider}: ${refused}`)
  if (outlasts) return
  await world.pass(forMs)
  await allowKey({ world, providers })
}

/** The host gives the key what it lacked. */
export async function allowKey({
  world,
  providers,
}: Pick<Scene, 'world' | 'providers'>): Promise<void> {
  await providers.control('/faults/clear', {})
  world.trace.note('our key may do everything again')
}

async function changeClock({ world }: Scene, { changesAfterMs, laterMs }: WrongClock) {
  await world.pass(changesAfterMs)
  world.clockOffsetMs = laterMs
  world.trace.note(`our clock is ${laterMs / 60_000} minutes ahead from here on`)
}

/** Everybody who has the page open loads it anew afterwards. */
async function restoreCopy(scene: Scene, trouble: OlderCopy): Promise<void> {
  const { world, disk, fakeMailer } = scene
  await world.pass(trouble.copiedAfterMs)
  const copy = disk.copy()
  world.trace.note('the host copies the database')
  await world.pass(trouble.restoredAfterMs)
  await stop(scene, 'a restored copy')
  disk.restore(copy)
  fakeMailer.noteRestored()
  scene.reloadViewers()
  world.trace.note('the database is the older copy from here on')
}

async function changeKeys(scene: Scene, trouble: OtherKeys): Promise<void> {
  const { world, server } = scene
  await world.pass(trouble.afterMs)
  await stop(scene, 'a start with other keys')
  world.trace.note(`the host sets the keys of another account: ${trouble.providers.join(', ')}`)
  server.useKeysOf('the other account', trouble.providers)
  if (trouble.backAfterMs === undefined) return
  await world.pass(trouble.backAfterMs)
  await stop(scene, 'a start with our own keys')
  world.trace.note('the host sets our own keys again')
  server.useKeysOf('our account', trouble.providers)
}

/** Ends the server once it is there, and in a moment in which it has nothing half done. */
async function stop(scene: Scene, before: string): Promise<void> {
  const { world } = scene
  do {
    await world.pass(1_000)
    await world.moment(`the host would stop the server for ${before}`)
  } while (!crashIfUp(scene, before))
}

function crashIfUp({ server }: Scene, before: string): boolean {
  const { isUp } = server
  if (isUp) server.crash(before)
  return isUp
}
