import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasRedis, stopRedis } from '../../helpers/databases/redis.ts'
import { findDifferences } from './differences.ts'
import { hasNginx } from './nginx.ts'
import { openNodeWorld, type Node, type NodeWorld } from './node-world.ts'
import { signalTree } from './process-tree.ts'
import { startLoad, type SteadyLoad } from './steady-load.ts'

const MISSING = [hasNginx ? '' : 'nginx', hasRedis ? '' : 'redis-server'].filter(Boolean)
const WHY = MISSING.length > 0 ? ` (skipped: no ${MISSING.join(', no ')} here)` : ''
const CLOCK = import.meta.resolve('./shifted-clock.ts')

const HOUR_MS = 3_600_000

/** The time for which connections are parted: longer than polls and timeouts of connections. */
const FAULT_MS = 4_000
/** The time for which something is frozen: longer than the wait for an answer of PostgreSQL. */
const FROZEN_MS = 30_000

// Several starts of nodes, each of which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

describe.skipIf(WHY !== '')(`three nodes${WHY}`, () => {
  let world: NodeWorld
  const closing: (() => Promise<void>)[] = []
  const acknowledged = new Set<string>()

  beforeAll(async () => {
    world = await openNodeWorld()
    closing.push(world.close)
  })

  afterAll(() => Promise.all(closing.map((close) => close())))

  /**
   * Has donors give while `fault` happens and after it; returns what still differs in the end. Fails
   * if a donor had to give up.
   */
  async function giveDuring(fault: (load: SteadyLoad) => Promise<unknown>): Promise<string[]> {
    const load = startLoad(world.url, world.providersUrl)
    await load.untilMore(2)
    await fault(load)
    await load.untilMore(3)
    await load.stop()
    for (const id of load.acknowledged) acknowledged.add(id)
    return world.untilAgreed(acknowledged)
  }

  const node = (index: number): Node => {
    const found = world.nodes[index]
    if (found === undefined) throw new Error(`There is no node ${index}.`)
    return found
  }

  test('agree, and a missing donation is seen', async () => {
    expect(await giveDuring(async () => {})).toEqual([])
    const facts = await world.readFacts(acknowledged)
    const [first = ''] = facts.donations
    const without = (rows: readonly string[]) => rows.filter((row) => row !== first)
    const second = facts.nodes['node 2'] ?? { totalCents: 0, page: [], stream: [] }
    const withNode2 = (change: object) => ({
      ...facts,
      nodes: { ...facts.nodes, 'node 2': { ...second, ...change } },
    })
    expect(findDifferences(facts)).toEqual([])
    expect(findDifferences({ ...facts, booked: facts.booked.slice(1) })).toHaveLength(1)
    expect(findDifferences({ ...facts, ledgerCents: facts.ledgerCents - 1 })).toHaveLength(1)
    expect(findDifferences({ ...facts, acknowledged: ['unknown'] })).toHaveLength(1)
    expect(findDifferences(withNode2({ stream: without(second.stream) }))).toHaveLength(1)
    expect(findDifferences(withNode2({ page: without(second.page) }))).toHaveLength(1)
    expect(findDifferences(withNode2({ totalCents: 1 }))).toHaveLength(1)
  })

  test('go on when one is killed, and it comes back', async () => {
    const left = await giveDuring(async (load) => {
      await node(0).server.kill()
      await load.untilMore(3)
      await node(0).server.restart()
    })
    expect(left).toEqual([])
  })

  test('go on while one is frozen for 30 s', async () => {
    const left = await giveDuring(async () => {
      const pid = node(1).server.pid()
      process.kill(pid, 'SIGSTOP')
      await pause(FROZEN_MS)
      process.kill(pid, 'SIGCONT')
    })
    expect(left).toEqual([])
  })

  test('need no Redis: frozen for 30 s, then killed, then back', async () => {
    const left = await giveDuring(async (load) => {
      world.redis.kill('SIGSTOP')
      await Promise.all([pause(FROZEN_MS), load.untilMore(3)])
      world.redis.kill('SIGCONT')
      await stopRedis(world.redis)
      await load.untilMore(3)
      await world.restartRedis()
    })
    expect(left).toEqual([])
  })

  test('recover from a PostgreSQL that is frozen for 30 s', async () => {
    const left = await giveDuring(async () => {
      signalTree(world.postgres.pid(), 'SIGSTOP')
      await pause(FROZEN_MS)
      signalTree(world.postgres.pid(), 'SIGCONT')
    })
    expect(left).toEqual([])
  })

  test('recover from a PostgreSQL that is killed', async () => {
    const left = await giveDuring(async () => {
      signalTree(world.postgres.pid(), 'SIGKILL')
      await world.postgres.pause()
      await pause(FAULT_MS / 4)
      await world.postgres.resume()
    })
    expect(left).toEqual([])
  })

  test('go on while one is parted from Redis, and another from PostgreSQL', async () => {
    const left = await giveDuring(async () => {
      node(0).toRedis.partition()
      node(1).toPostgres.partition()
      await pause(FAULT_MS)
      node(0).toRedis.heal()
      node(1).toPostgres.heal()
      node(0).toRedis.cut()
      node(1).toPostgres.cut()
      await pause(FAULT_MS / 4)
      node(0).toRedis.heal()
      node(1).toPostgres.heal()
    })
    expect(left).toEqual([])
  })

  test('are restarted one after the other without a donation lost', async () => {
    const left = await giveDuring(async (load) => {
      for (const { server } of world.nodes) {
        await server.restart()
        await load.untilMore(1)
      }
    })
    expect(left).toEqual([])
  })

  test.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('agree, and mail once, though the clock of one is an hour %s', async (_name, shiftMs) => {
    const before = listTwice(world.nodes)
    const left = await giveDuring(async (load) => {
      const clock = { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_SHIFT_MS: `${shiftMs}` }
      await node(2).server.restart(clock)
      await load.untilMore(6)
    })
    expect(left).toEqual([])
    // A node that was killed may have mailed a receipt and not said so.
    expect(listTwice(world.nodes).difference(before)).toEqual(new Set())
  })
})

/** Lists the mails that more than one node has written in place of sending them. */
function listTwice(nodes: readonly Node[]): Set<string> {
  const names = nodes.flatMap(({ server }) => readdirSync(join(server.dataDir, 'mail')))
  const mails = names.filter((name) => name.endsWith('.eml'))
  return new Set(mails.filter((name, index) => mails.indexOf(name) !== index))
}
