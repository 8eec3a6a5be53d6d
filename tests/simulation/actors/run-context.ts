import { Bank } from '../providers/bank.ts'
import { openDisk, type Disk } from '../server/database.ts'
import { Network } from '../server/network.ts'
import { drawReadLag } from './paypal-events.ts'
import { FakeMailer } from '../server/fake-mailer.ts'
import { openProviders, type SimulatedProviders } from '../providers/providers.ts'
import { Server } from '../server/server.ts'
import type { DonorContext } from './visitor.ts'
import { Viewer } from '../server/viewers.ts'
import { createWebhookFetch } from '../server/webhooks.ts'
import { joinAccounts } from '../providers/two-accounts.ts'
import type { World } from '../world/world.ts'

/** All parts of a run. */
export interface RunContext extends DonorContext {
  disk: Disk
  network: Network
  fakeMailer: FakeMailer
  viewers: Viewer[]
  /** Replaces the viewers by new ones, as if everybody reloaded the page. */
  reloadViewers(): void
  close(): Promise<void>
}

export async function createRunContext(world: World): Promise<RunContext> {
  const disk = openDisk(world)
  const deliver = createWebhookFetch(world, (webhook) => server.receive(webhook))
  const providers = await openAccounts(world, deliver)
  const network = new Network(world, providers)
  const fakeMailer = new FakeMailer(world)
  const server = new Server(world, { disk, fetch: network.fetch, mailer: fakeMailer.mailer })
  const viewers = openViewers(world)
  world.connect({
    tickProviders: () => providers.tick(),
    isBusy: () => providers.activeRequests > 0,
    crash: (point) => server.crash(point),
  })
  await providers.control('/webhook-faults', { drop: world.faultProfile.lostWebhooks })
  for (const provider of ['paypal', 'stripe']) {
    await providers.control(`/${provider}/lag`, { mostMs: drawReadLag(world.random) })
  }
  return {
    world,
    disk,
    providers,
    bank: new Bank(world, providers),
    network,
    fakeMailer,
    server,
    viewers,
    reloadViewers: () => {
      viewers.splice(0, viewers.length, ...openViewers(world))
    },
    confirmedPayments: [],
    chargedRefusals: [],
    cancelledRefs: new Set(),
    mustBePaidRefs: new Set(),
    namelessRefs: new Set(),
    close: async () => {
      await providers.close()
      disk.close()
    },
  }
}

function openViewers(world: World): Viewer[] {
  return ['the first viewer', 'the second viewer'].map((name) => new Viewer(world, name))
}

async function openAccounts(world: World, deliver: typeof fetch): Promise<SimulatedProviders> {
  const ours = await openProviders(world, deliver)
  if (world.incident.kind !== 'other keys') return ours
  return joinAccounts(ours, await openProviders(world, deliver, 'the other account'))
}
