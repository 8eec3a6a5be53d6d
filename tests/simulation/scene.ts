import { Bank } from './bank.ts'
import { openDisk, type Disk } from './database.ts'
import { Network } from './network.ts'
import { Post } from './post.ts'
import { openProviders } from './providers.ts'
import { Server } from './server.ts'
import type { DonorWorld } from './visitor.ts'
import { Viewer } from './viewers.ts'
import { carryWebhooks } from './webhooks.ts'
import type { World } from './world.ts'

/** Everything that a run consists of. */
export interface Scene extends DonorWorld {
  disk: Disk
  network: Network
  post: Post
  viewers: Viewer[]
  close(): Promise<void>
}

export async function setScene(world: World): Promise<Scene> {
  const disk = openDisk(world)
  const deliver = carryWebhooks(world, (webhook) => server.receive(webhook))
  const providers = await openProviders(world, deliver)
  const network = new Network(world, providers)
  const post = new Post(world)
  const server = new Server(world, { disk, fetch: network.fetch, mailer: post.mailer })
  const viewers = ['the first viewer', 'the second viewer'].map((name) => new Viewer(world, name))
  world.inhabit({
    tickProviders: () => providers.tick(),
    isBusy: () => providers.busy > 0,
    crash: (point) => server.crash(point),
  })
  await providers.control('/webhook-faults', { drop: world.weather.lostWebhooks })
  return {
    world,
    disk,
    providers,
    bank: new Bank(world, providers),
    network,
    post,
    server,
    viewers,
    paidAnswers: [],
    dueRefs: new Set(),
    close: async () => {
      await providers.close()
      disk.close()
    },
  }
}
