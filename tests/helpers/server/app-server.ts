import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../network/free-port.ts'
import { requireProgram, type Program } from './program.ts'

/** The product as a host runs it: a process of its own, with its own port and data folder. */
export interface AppServer {
  /** The server's origin, without a trailing slash. */
  url: string
  port: number
  dataDir: string
  /** Returns the id of the current process. */
  pid: () => number
  /**
   * Resolves when the process has ended by itself, with its exit code or the signal that ended it.
   */
  ended: () => Promise<number | NodeJS.Signals>
  /** Returns everything that the process has written, over all restarts. */
  log: () => string
  /** Ends the process as a host does (SIGTERM), waits for its exit, and removes its data. */
  stop: () => Promise<void>
  /** Ends the process without warning (SIGKILL) and waits for its exit; its data stays. */
  kill: () => Promise<void>
  /**
   * Starts the process on the same port and data, with options of `start`; ends it first with
   * SIGTERM if it still runs.
   */
  restart: (changes?: Environment, options?: readonly string[]) => Promise<void>
}

/** Environment variables of the product; undefined removes one. */
export type Environment = Record<string, string | undefined>

const ROOT = join(import.meta.dirname, '../../..')
const READY_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 60_000

/**
 * Starts the product with the payment sandbox, and waits until it is ready. It gets no environment
 * variables of the tests except those of `environment`. Without a `DATA_DIR` in there it gets a
 * temporary one, which is removed in the end. `options` are those of `start`; without a program it
 * is the compiled one.
 */
export async function startAppServer(
  environment: Environment = {},
  options: readonly string[] = [],
  givenProgram?: Program,
): Promise<AppServer> {
  const port = await freePort()
  const { DATA_DIR: givenDir } = environment
  const dataDir = givenDir ?? mkdtempSync(join(tmpdir(), 'royale-app-'))
  const removeData = () => {
    if (givenDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  const url = `http://localhost:${port}`
  const program = givenProgram ?? (await requireProgram())
  const settings = { PORT: `${port}`, PUBLIC_URL: url, DATA_DIR: dataDir, PAYMENTS: 'sandbox' }
  let log = ''
  const launch = async (changes: Environment, own: readonly string[] = []) => {
    const child = spawnApp(program, { ...settings, ...environment, ...changes }, own, (text) => {
      log += text
    })
    await whenReady(`http://127.0.0.1:${port}/readyz`, child, () => log)
    return child
  }
  let child = await launch({}, options).catch((error: unknown) => {
    removeData()
    throw error
  })
  return {
    url,
    port,
    dataDir,
    pid: () => requirePid(child),
    ended: () => whenEnded(child),
    log: () => log,
    stop: async () => {
      await end(child, 'SIGTERM')
      removeData()
    },
    kill: () => end(child, 'SIGKILL'),
    restart: async (changes = {}, options = []) => {
      await end(child, 'SIGTERM')
      child = await launch(changes, options)
    },
  }
}

function spawnApp(
  program: Program,
  environment: Environment,
  options: readonly string[],
  onOutput: (text: string) => void,
): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(program.executable, ['start', ...options], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, ...program.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', onOutput)
  }
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  child.once('exit', () => process.off('exit', abandon))
  return child
}

async function whenReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!(await answersOk(url))) {
    if (hasEnded(child)) {
      await whenEnded(child)
      throw new Error(`The server ended with ${child.exitCode} before it was ready:\n${log()}`)
    }
    if (Date.now() > deadline) {
      await end(child, 'SIGKILL')
      throw new Error(`The server was not ready in ${READY_TIMEOUT_MS} ms:\n${log()}`)
    }
    await pause(25)
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return ok
  } catch {
    // Not listening yet.
    return false
  }
}

/** Waits for the exit; a process that ignores SIGTERM is killed, and the test fails. */
async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const gone = whenEnded(child)
  if (hasEnded(child)) return void (await gone)
  child.kill(signal)
  const inTime = await Promise.race([
    gone.then(() => true),
    pause(STOP_TIMEOUT_MS, false, { ref: false }),
  ])
  if (inTime) return
  child.kill('SIGKILL')
  await gone
  throw new Error(`The server did not end within ${STOP_TIMEOUT_MS} ms of ${signal}`)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Waits for the exit, and for the last output, which may come after it. */
async function whenEnded(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const isRead = child.stdout?.closed === true && child.stderr?.closed === true
  if (!hasEnded(child) || !isRead) await once(child, 'close')
  return child.exitCode ?? child.signalCode ?? 0
}

function requirePid({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The server could not be started.')
  return pid
}
