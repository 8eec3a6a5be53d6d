import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../helpers/network/free-port.ts'

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

/** A PgBouncer that lends a session for each transaction alone. */
export interface PgBouncer {
  port: number
  stop(): Promise<void>
}

/** Starts PgBouncer in front of the PostgreSQL on this port. */
export async function startPgBouncer(postgresPort: number): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${postgresPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
server_login_retry = 1
`,
  )
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const server = spawn('pgbouncer', [file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  const abandon = () => server.kill('SIGKILL')
  process.once('exit', abandon)
  await new Promise<void>((resolve, reject) => {
    let log = ''
    server.once('exit', () => reject(new Error(`PgBouncer has ended:\n${log}`)))
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('process up')) resolve()
    })
  })
  return {
    port,
    stop: async () => {
      process.off('exit', abandon)
      const gone = once(server, 'exit')
      server.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
