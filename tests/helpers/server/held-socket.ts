import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from './app-server.ts'

/** Servers that run one after another at one socket, which stays open in between. */
export interface HeldServers {
  url: string
  /** Returns everything that they have written. */
  log: () => string
  /** Waits until the first, the second … is ready. */
  whenReady: (count: number) => Promise<void>
  /** Ends the one that runs as a supervisor does, so that the next starts. */
  endCurrent: () => void
  /** Kills what still runs, at the end of a test that may have failed anywhere. */
  kill: () => Promise<void>
  /** Resolves when the last has ended, and the socket is closed. */
  closed: Promise<unknown>
}

const HOLDER = join(import.meta.dirname, 'socket-holder.ts')
const READY = /Donation Royale is ready at/g
const PID = /^held pid (\d+)$/gm

/** Holds a socket on a port as systemd does, or none, and runs programs one after another. */
export function holdSocket(
  port: number,
  programs: readonly string[],
  environment: Environment,
  { isHeld = true } = {},
): HeldServers {
  const { PATH, HOME, TMPDIR } = process.env
  let log = ''
  const holder = spawn(process.execPath, [HOLDER, isHeld ? `${port}` : 'none', ...programs], {
    env: { PATH, HOME, TMPDIR, PORT: `${port}`, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, which is killed with the servers in it.
    detached: true,
  })
  for (const stream of [holder.stdout, holder.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  const endCurrent = () => {
    const [, pid] = [...log.matchAll(PID)].at(-1) ?? []
    if (pid === undefined) throw new Error(`No server runs:\n${log}`)
    process.kill(Number(pid), 'SIGTERM')
  }
  // The last output may come after the exit.
  const closed = once(holder, 'close')
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => log,
    whenReady: async (count) => {
      while ([...log.matchAll(READY)].length < count) {
        if (holder.exitCode !== null) throw new Error(`The servers have ended:\n${log}`)
        await pause(10)
      }
    },
    endCurrent,
    kill: async () => {
      if (holder.exitCode === null && holder.pid !== undefined) process.kill(-holder.pid, 'SIGKILL')
      await closed
    },
    closed,
  }
}
