import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../tests/helpers/app-server.ts'
import { signUp } from '../tests/helpers/donor.ts'

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
}, 30_000)

afterAll(() => server.stop())

async function reconcile(...options: string[]): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, ['scripts/reconcile.ts', ...options], {
    env: {
      PATH: process.env['PATH'],
      PORT: `${server.port}`,
      PUBLIC_URL: server.url,
      DATA_DIR: server.dataDir,
      PAYMENTS: 'sandbox',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, output }
}

test('reconciling by hand asks the server that runs, and prints the drift', async () => {
  const donor = await signUp(server.url)
  await donor.look(await donor.payByCard(500))
  const { code, output } = await reconcile('--all')
  expect(output).toMatch(/^Checkouts asked about: 1$/m)
  expect(output).toMatch(/^Drift: 0 cents$/m)
  expect(code).toBe(0)
})

test('what may be asked for stands in the help', async () => {
  expect((await reconcile('--help')).output).toContain('--retry-parked')
})
