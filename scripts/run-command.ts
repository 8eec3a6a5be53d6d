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
  limitMs?: number | undefined
}

/**
 * Runs one of the project's own tools, or any other command, in the repository's root and waits for
 * its exit. `show` passes its output to the terminal; `limitMs` ends it with SIGTERM.
 */
export function runCommand(
  [command = '', ...args]: readonly string[],
  { show = false, env = {}, limitMs }: Options = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env, PATH: pathWithOwnTools() },
      timeout: limitMs,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

function pathWithOwnTools(): string {
  return `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`
}
