import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

const REDIS_SERVER = 'redis-server'

export const hasRedis = spawnSync(REDIS_SERVER, ['--version']).status === 0

/** Starts Redis on this port, and waits until it takes connections. */
export async function startRedis(
  port: number,
  more: readonly string[] = [],
): Promise<ChildProcess> {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn(REDIS_SERVER, [...options, ...more], { stdio: ['ignore', 'pipe', 'ignore'] })
  await whenReady(server)
  return server
}

function whenReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`Redis has ended:\n${log}`)))
    server.stdout?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('Ready to accept connections')) resolve()
    })
  })
}

export async function stopRedis(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}
