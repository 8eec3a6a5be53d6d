import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

interface Finished {
  /** The exit code; null if a signal ended the command. */
  code: number | null
  /** Both streams, as they came; empty if they were shown instead. */
  output: string
}

interface Options {
  show?: boolean
  env?: NodeJS.ProcessEnv
  /** The longest silence of the command, ms. */
  stallMs?: number | undefined
}

/**
 * Runs one of the project's own tools, or any other command, in the repository's root and waits for
 * its exit. `show` passes its output to the terminal; after `stallMs` without output it is ended with
 * SIGTERM.
 */
export function runCommand(
  [command = '', ...args]: readonly string[],
  { show = false, env = {}, stallMs }: Options = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const color = show && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...color, ...env, PATH: pathWithOwnTools() },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const timer = stallMs === undefined ? undefined : setTimeout(() => child.kill(), stallMs)
    let output = ''
    const collect = (chunk: Buffer) => {
      timer?.refresh()
      if (show) process.stdout.write(chunk)
      else output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
  })
}

function pathWithOwnTools(): string {
  return `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`
}
