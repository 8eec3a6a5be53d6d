import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { AppServer, Environment } from './app-server.ts'
import { requireProgram } from './program.ts'

interface Finished {
  code: unknown
  output: string
  /** The text on standard error. */
  errors: string
}

/**
 * Runs a command of the program with the settings of a server, which `environment` adds to or
 * replaces; returns its exit code and output.
 */
export async function runCommand(
  { port, url, dataDir }: Pick<AppServer, 'port' | 'url' | 'dataDir'>,
  command: string,
  args: readonly string[],
  environment: Environment = {},
): Promise<Finished> {
  const program = await requireProgram()
  const child = spawn(program.executable, [command, ...args], {
    env: {
      PATH: process.env['PATH'],
      ...program.environment,
      PORT: `${port}`,
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      PAYMENTS: 'sandbox',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, output, errors }
}
