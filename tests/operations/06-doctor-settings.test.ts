import { expect, onTestFinished, test } from 'vitest'
import { startAppServer } from '../helpers/server/app-server.ts'
import { runCommand } from '../helpers/server/run-command.ts'

test('settings that were changed since the server was started are named, and not their values', async () => {
  const server = await startAppServer()
  onTestFinished(() => server.stop())
  const secret = 'c4N4ryZ9'.repeat(3)
  const changed = {
    MAX_DONATION_CENTS: '2000',
    AUTH_SECRET: `${secret}-${secret}`,
  }
  const before = await runCommand(server, 'doctor', [], changed)
  expect(before.output).toMatch(
    /^trouble {2}Settings: The server was started with other values of AUTH_SECRET, MAX_DONATION_CENTS, which it keeps, .* Restart it, then run this again\.$/m,
  )
  expect(before.output + before.errors + server.log()).not.toContain(secret)
  expect(before.code).toBe(1)

  await server.restart(changed)
  const after = await runCommand(server, 'doctor', [], changed)
  expect(after.output).toContain('ok       Settings: The server runs with those that are set now.')
  expect(after.code).toBe(0)
})
