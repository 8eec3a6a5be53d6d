import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedis, stopRedis } from '../../helpers/databases/redis.ts'
import { freePort } from '../../helpers/network/free-port.ts'

/** A Redis Cluster of three masters. */
export interface RedisCluster {
  ports: readonly number[]
  servers: readonly ChildProcess[]
  /** Returns the output of redis-cli at each master that answers. */
  ask(...command: string[]): string[]
  stop(): Promise<void>
}

/** Starts three servers and joins them to a cluster. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-redis-'))
  const ports = [await freePort(), await freePort(), await freePort()]
  const servers: ChildProcess[] = []
  for (const port of ports) {
    const own = ['--dir', folder, '--cluster-config-file', `${port}.conf`]
    const joined = ['--cluster-enabled', 'yes', '--cluster-port', `${await freePort()}`]
    servers.push(await startRedis(port, [...own, ...joined]))
  }
  const addresses = ports.map((port) => `127.0.0.1:${port}`)
  execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'])
  return {
    ports,
    servers,
    ask: (...command) =>
      ports.flatMap((port, index) =>
        servers[index]?.signalCode === null
          ? [execFileSync('redis-cli', ['-p', `${port}`, ...command], { encoding: 'utf8' })]
          : [],
      ),
    stop: async () => {
      await Promise.all(servers.map(stopRedis))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
