import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '#tests/helpers/databases/postgres.ts'
import { freePort } from '#tests/helpers/network/free-port.ts'
import type { ProtocolName } from './protocols.ts'

/** A server that sends each published change to all its viewers. */
export interface FanOutServer {
  protocol: ProtocolName
  port: number
  publicationPort: number
  /** The process that writes to the viewers. */
  pid: number
  stop(): Promise<void>
}

const PEERS = join(import.meta.dirname, '../../peers')
const NCHAN = '/usr/lib/nginx/modules/ngx_nchan_module.so'

/** The options with which `bin/donation-royale` runs Node; the peers on Node get them too. */
const NODE_OPTIONS = ['--max-semi-space-size=16', '--heap-growing-percent=20']

/** Starts the product's live stream. */
export async function startOwn(): Promise<FanOutServer> {
  const [port, publicationPort] = [await freePort(), await freePort()]
  const file = join(import.meta.dirname, 'own-server.ts')
  const child = await forkServer(file, [`${port}`, `${publicationPort}`])
  return { protocol: 'own', port, publicationPort, ...child }
}

export async function startWs(): Promise<FanOutServer> {
  return startOnOnePort('ws', 'ws.mjs')
}

export async function startSocketIo(): Promise<FanOutServer> {
  return startOnOnePort('socket-io', 'socket-io.mjs')
}

/** Starts Parse Server on a PostgreSQL of its own, since it needs that or MongoDB. */
export async function startParse(): Promise<FanOutServer> {
  const postgres = await startPostgres()
  const server = await startOnOnePort('live-query', 'parse.mjs', [
    await postgres.createDatabase('parse'),
  ])
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await postgres.stop()
    },
  }
}

/** Returns whether nginx is installed with nchan. */
export function hasNchan(): boolean {
  return spawnSync('nginx', ['-v']).status === 0 && existsSync(NCHAN)
}

/** Starts nginx with nchan and one worker. */
export async function startNchan(): Promise<FanOutServer> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-nginx-'))
  mkdirSync(join(folder, 'logs'))
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, nginxConfig(folder, port))
  const child = spawn('nginx', ['-p', folder, '-c', config, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const worker = await untilReady(child, () => findChild(child))
  return {
    protocol: 'nchan',
    port,
    publicationPort: port,
    pid: worker,
    stop: async () => {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function nginxConfig(folder: string, port: number): string {
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user}
load_module ${NCHAN};
worker_processes 1;
worker_rlimit_nofile 20000;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 19000; }
http {
  access_log off;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location /subscribe { nchan_subscriber eventsource; nchan_channel_id board; }
    location /publish { nchan_publisher; nchan_channel_id board; nchan_message_buffer_length 20; }
  }
}
`
}

/** Waits for the worker that nginx starts, and returns its id. */
async function findChild({ pid }: ChildProcess): Promise<number> {
  for (;;) {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    if (children !== '') return Number(children.split(' ')[0])
    await pause(50)
  }
}

async function startOnOnePort(
  protocol: ProtocolName,
  file: string,
  parameters: readonly string[] = [],
): Promise<FanOutServer> {
  const port = await freePort()
  const child = await forkServer(join(PEERS, 'servers', file), [...parameters, `${port}`])
  return { protocol, port, publicationPort: port, ...child }
}

async function forkServer(
  file: string,
  parameters: readonly string[],
): Promise<Pick<FanOutServer, 'pid' | 'stop'>> {
  const child = fork(file, parameters, {
    cwd: tmpdir(),
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await untilReady(child, () => once(child, 'message'))
  if (child.pid === undefined) throw new Error(`${file} could not be started.`)
  return { pid: child.pid, stop: () => end(child) }
}

/** Waits for `ready`; throws if the process ends before, and ends it with this one. */
async function untilReady<Result>(
  child: ChildProcess,
  ready: () => Promise<Result>,
): Promise<Result> {
  process.once('exit', () => child.kill('SIGKILL'))
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`A server ended with ${String(code)} before it was ready.`)
  })
  exit.catch(() => {})
  return Promise.race([ready(), exit])
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(timer)
}
