import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ROUTES } from '#contract/routes.ts'
import { startPostgres, type TestPostgres } from '../../helpers/databases/postgres.ts'
import { hasRedis, stopRedis } from '../../helpers/databases/redis.ts'
import { freePort } from '../../helpers/network/free-port.ts'
import { openTcpLink, type TcpLink } from '../../helpers/network/tcp-link.ts'
import { startAppServer, type Environment } from '../../helpers/server/app-server.ts'
import { openProviders, providerEnvironment } from '../fault-harness.ts'
import { readAll, untilAgreed, type WatchedNode } from './node-world.ts'
import { watchNode } from './node-viewer.ts'
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts'
import { signalTree } from './process-tree.ts'
import { startRedisCluster, type RedisCluster } from './redis-cluster.ts'
import { startLoad } from './steady-load.ts'

const MISSING = [hasPgBouncer ? '' : 'pgbouncer', hasRedis ? '' : 'redis-server'].filter(Boolean)
const WHY = MISSING.length > 0 ? ` (skipped: no ${MISSING.join(', no ')} here)` : ''
const AUTH_SECRET = 'a secret of thirty-two characters or more'

// Several starts of nodes, each of which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

describe.skipIf(WHY !== '')(
  `two nodes on PgBouncer, a primary with its standby, and a Redis Cluster${WHY}`,
  () => {
    let primary: TestPostgres
    let standby: TestPostgres
    let toPostgres: TcpLink
    let redis: RedisCluster
    let sandbox: Awaited<ReturnType<typeof openProviders>>
    let environment: Environment
    let databaseUrl: string
    const nodes: WatchedNode[] = []
    const closing: (() => Promise<unknown>)[] = []
    const acknowledged = new Set<string>()

    beforeAll(async () => {
      ;({ primary, standby } = await startPair())
      closing.push(primary.stop, standby.stop)
      databaseUrl = await primary.createDatabase('royale')
      toPostgres = await openTcpLink(primary.port)
      const bouncer = await startPgBouncer(toPostgres.port)
      redis = await startRedisCluster()
      closing.push(toPostgres.close, bouncer.stop, redis.stop)
      const sandboxPort = await freePort()
      const providersUrl = `http://127.0.0.1:${sandboxPort}`
      environment = {
        ...providerEnvironment(providersUrl),
        AUTH_SECRET,
        DATABASE_URL: withPort(databaseUrl, bouncer.port),
        REDIS_URL: redis.ports.map((port) => `redis://127.0.0.1:${port}`).join(','),
      }
      const servers = await Promise.all([startAppServer(environment), startAppServer(environment)])
      for (const [index, server] of servers.entries()) {
        const viewer = watchNode(`http://127.0.0.1:${server.port}${ROUTES.live}`)
        nodes.push({ name: `node ${index + 1}`, server, viewer })
        closing.push(server.stop)
      }
      sandbox = await openProviders(sandboxPort, `http://127.0.0.1:${servers[0].port}`)
      closing.push(sandbox.close)
    })

    afterAll(async () => {
      for (const { viewer } of nodes) viewer.leave()
      for (const close of closing.toReversed()) await close()
    })

    /** Has donors give at one node while `fault` happens; returns what differs in the end. */
    async function giveDuring(index: number, fault: () => Promise<unknown>): Promise<string[]> {
      const load = startLoad(nodes[index]?.server.url ?? '', sandbox.url)
      await load.untilMore(2)
      await fault()
      await load.untilMore(3)
      await load.stop()
      for (const id of load.acknowledged) acknowledged.add(id)
      const world = { nodes, providersUrl: sandbox.url, databaseUrl }
      return untilAgreed(() => readAll(world, acknowledged), nodes)
    }

    test('show donations on each other’s boards, and count tries together', async () => {
      expect(await giveDuring(0, async () => {})).toEqual([])
      expect(await giveDuring(1, async () => {})).toEqual([])
      const keys = redis.ask('keys', '*').map((text) => text.trim())
      expect(keys.filter((text) => text.includes(':hits:'))).toHaveLength(1)
      const countSubscribed = () =>
        redis
          .ask('pubsub', 'numsub', 'donation-royale:board')
          .map((text) => Number(text.trim().split('\n').at(-1)))
          .reduce((sum, count) => sum + count, 0)
      // A node that hears no heartbeat for a while connects again.
      await expect.poll(countSubscribed).toBe(nodes.length)
    })

    test('go on with the standby when the primary dies', async () => {
      const left = await giveDuring(0, async () => {
        signalTree(primary.pid(), 'SIGKILL')
        await query(standby.url, 'select pg_promote()')
        databaseUrl = withPort(databaseUrl, standby.port)
        toPostgres.moveTo(standby.port)
      })
      expect(left).toEqual([])
    })

    test('go on when a node of the cluster dies', async () => {
      const [first] = redis.servers
      const left = await giveDuring(1, async () => first && stopRedis(first))
      expect(left).toEqual([])
    })

    test('are refused what they cannot use, with one sentence', async () => {
      const [, port] = redis.ports
      const oneOfCluster = { ...environment, REDIS_URL: `redis://127.0.0.1:${port}` }
      await expect(startAppServer(oneOfCluster)).rejects.toThrow(
        'REDIS_URL names one node of a Redis Cluster: name several of its nodes, separated by commas',
      )
      const severalHosts =
        'postgres://royale@one:5432,two:5432/royale?target_session_attrs=read-write'
      await expect(startAppServer({ ...environment, DATABASE_URL: severalHosts })).rejects.toThrow(
        'DATABASE_URL cannot be what it is set to: it must be a PostgreSQL address with one host',
      )
    })
  },
)

/** Starts a primary that waits for its standby at each commit, and that standby. */
async function startPair(): Promise<{ primary: TestPostgres; standby: TestPostgres }> {
  const primary = await startPostgres()
  await primary.pause()
  const source = `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres`
  const standby = await startPostgres({ standbyOf: primary.dataDir, settings: [source] })
  await primary.resume()
  await query(primary.url, `alter system set synchronous_standby_names = '*'`)
  await query(primary.url, 'select pg_reload_conf()')
  return { primary, standby }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function withPort(url: string, port: number): string {
  const changed = new URL(url)
  changed.port = `${port}`
  return changed.href
}
