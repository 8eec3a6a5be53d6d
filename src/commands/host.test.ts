import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '#tests/helpers/server/app-server.ts'
import { readToken } from '#tests/helpers/accounts/account-mails.ts'
import { signUp } from '#tests/helpers/server/donor.ts'
import { runCommand } from '#tests/helpers/server/run-command.ts'

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
})

afterAll(() => server.stop())

const host = (...args: string[]) => runCommand(server, 'host', args)

test('the link of the running server names a host, who can be listed and removed', async () => {
  const donor = await signUp(server.url, 'ada@donor.example')
  const post = (path: string, body: object) =>
    donor.call(path, { method: 'POST', body: JSON.stringify(body) })
  const confirm = await readToken(server.dataDir, 'ada@donor.example', 'confirm-email')
  expect((await post('/api/auth/verify-email', { token: confirm })).status).toBe(200)

  const { code, output } = await host('link')
  expect(code).toBe(0)
  expect(output).toContain(
    `Payments: sandbox. Database: SQLite in ${server.dataDir}. Address: ${server.url}`,
  )
  const token = /#host=([\w-]+)$/m.exec(output)?.[1]
  expect((await post('/api/host/claims', { token })).status).toBe(200)
  expect((await host('list')).output).toContain('ada@donor.example (owner by link)')

  expect((await host('remove', 'ada@donor.example')).output).toContain('is no longer a host')
  expect((await host('list')).output).toContain('There is no host')
  const again = await host('remove', 'ada@donor.example')
  expect(again.code).toBe(1)
  expect(again.output).toContain('was not named a host by a link')
})

test('what may be asked for stands in the help', async () => {
  const { code, errors } = await host('rename')
  expect(code).toBe(1)
  expect(errors).toContain('remove EMAIL')
})
