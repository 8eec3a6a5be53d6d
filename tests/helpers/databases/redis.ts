import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'

const REDIS_SERVER = 'redis-server'

export const hasRedis = spawnSync(REDIS_SERVER, ['--version']).status === 0

/** Starts Redis on this port, and waits until it takes connections. */
export async function startRedis(port: number): Promise<ChildProcess> {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn(REDIS_SERVER, options, { stdio: ['ignore', 'pipe', 'ignore'] })
  let log = ''
  server.stdout.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  await expect.poll(() => log).toContain('Ready to accept connections')
  return server
}

export async function stopRedis(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}
