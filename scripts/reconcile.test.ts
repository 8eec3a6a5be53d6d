import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../tests/helpers/app-server.ts'
import { signUp } from '../tests/helpers/donor.ts'
import { runScript } from '../tests/helpers/run-script.ts'

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
}, 30_000)

afterAll(() => server.stop())

const reconcile = (...options: string[]) => runScript(server, 'scripts/reconcile.ts', options)

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
