import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { AppServer } from './app-server.ts'

/**
 * Runs a command of the program with the settings of a server; returns its exit code and output.
 */
export async function runCommand(
  { port, url, dataDir }: AppServer,
  command: string,
  args: readonly string[],
): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, ['src/commands/main.ts', command, ...args], {
    env: {
      PATH: process.env['PATH'],
      PORT: `${port}`,
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      PAYMENTS: 'sandbox',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, output }
}
