import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { loadSecrets } from '#server/secrets.ts'
import { mountTmpfs, MOUNT_OBSTACLE } from '../faults/mounts.ts'
import { startMailServer, type MailServerOptions } from '../helpers/mail/mail-server.ts'
import { readMail } from '../helpers/mail/received-mail.ts'
import { freePort } from '../helpers/network/free-port.ts'
import { openChangingProxy } from '../helpers/network/changing-proxy.ts'
import { openHttpDouble } from '../helpers/network/http-double.ts'
import { startAppServer, type AppServer, type Environment } from '../helpers/server/app-server.ts'
import { control } from '../helpers/server/embedded-sandbox.ts'
import { runCommand } from '../helpers/server/run-command.ts'

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
})

afterAll(() => server.stop())

/** Runs the doctor beside the server, or beside another one. */
async function examine(environment: Environment = {}, args: string[] = [], at = server) {
  const { code, output } = await runCommand(at, 'doctor', args, environment)
  return { code, output }
}

async function openMailServer(options: MailServerOptions) {
  const mail = await startMailServer(options)
  onTestFinished(mail.close)
  return mail
}

test('a server that is well has no trouble, and the first line says which it is', async () => {
  const { code, output } = await examine()
  const lines = output.split('\n')
  expect(lines[0]).toBe(
    `Payments: sandbox. Database: SQLite in ${server.dataDir}. Address: ${server.url}`,
  )
  expect(output).toContain('ok       Configuration: ')
  expect(output).toContain('ok       Server: It runs.')
  expect(output).toContain('ok       Settings: The server runs with those that are set now.')
  expect(output).toContain('ok       Database: A row was written and read; the schema is 00')
  expect(output).toContain('ok       Stripe keys: Keys of the sandbox; yours are not set.')
  expect(output).toContain(
    `ok       Address: ${server.url} leads to this installation, as tried from`,
  )
  expect(output).toContain('ok       Proxy headers: Asked through PUBLIC_URL, the server sees the')
  expect(output).toMatch(/^unknown {2}Stripe webhook address: .* send a test event from its/m)
  expect(output).toMatch(/^ok {7}Mail server: SMTP_URL is not set, .* do for the sandbox\.$/m)
  expect(lines.at(-2)).toBe('There is no trouble.')
  expect(code).toBe(0)
})

test('without a running server one is started for as long as it takes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-doctor-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const port = await freePort()
  const stopped = { ...server, dataDir, port, url: `http://localhost:${port}` }
  const { code, output } = await examine({}, [], stopped)
  expect(output).toContain('ok       Server: It did not run, and could be started for this.')
  expect(code).toBe(0)
})

describe('what is wrong is told with what to do, and ends it with 1:', () => {
  async function expectTrouble(found: Promise<{ code: unknown; output: string }>, line: RegExp) {
    const { code, output } = await found
    expect(output).toMatch(line)
    expect(code).toBe(1)
  }

  test('a setting', () =>
    expectTrouble(examine({ PORT: 'x' }), /^trouble {2}Configuration: PORT cannot be "x": /m))

  test('PostgreSQL that is not there, while no server runs', async () => {
    const port = await freePort()
    const DATABASE_URL = `postgres://royale@127.0.0.1:${await freePort()}/royale`
    const AUTH_SECRET = 'a secret that is long enough to be one'
    await expectTrouble(
      examine({ PORT: `${port}`, DATABASE_URL, AUTH_SECRET }),
      /^trouble {2}Server: The PostgreSQL server that DATABASE_URL names cannot be reached/m,
    )
  })

  test('a disk that is full', async ({ skip }) => {
    skip(MOUNT_OBSTACLE !== undefined, MOUNT_OBSTACLE)
    const folder = mkdtempSync(join(tmpdir(), 'royale-disk-'))
    const disk = mountTmpfs(folder, 8)
    const full = await startAppServer({ DATA_DIR: folder })
    onTestFinished(async () => {
      disk.empty()
      await full.stop()
      disk.unmount()
      rmSync(folder, { recursive: true })
    })
    disk.fill()
    await expect.poll(async () => (await fetch(`${full.url}/readyz`)).status).toBe(503)
    await expectTrouble(
      examine({}, [], full),
      /^trouble {2}Database: It cannot be written or read\. Look at the server's log/m,
    )
  })

  test('a key that lacks a permission', async () => {
    const fault = { provider: 'stripe', fault: '403', path: '/disputes', times: 1_000 }
    await control(server, '/faults', fault)
    await expectTrouble(
      examine(),
      /^trouble {2}Stripe keys: .* may not read Disputes; give it "Disputes: read"\.$/m,
    )
    await control(server, '/faults/clear', {})
  })

  test("a key that is not taken, and a clock that is not the provider's", async () => {
    const port = await freePort()
    const dataDir = mkdtempSync(join(tmpdir(), 'royale-doctor-'))
    const body = { error: { type: 'invalid_request_error', message: 'No such key' } }
    const headers = { date: new Date(Date.now() + 900_000).toUTCString() }
    const stripe = await openHttpDouble(() => ({ status: 401, headers, body }))
    onTestFinished(async () => {
      await stripe.close()
      rmSync(dataDir, { recursive: true })
    })
    const { code, output } = await examine(
      {
        PAYMENTS: 'test',
        STRIPE_SECRET_KEY: `sk_test_${'a1B2c3D4'.repeat(3)}`,
        STRIPE_WEBHOOK_SECRET: `whsec_${'a1B2c3D4'.repeat(3)}`,
        STRIPE_API_BASE: stripe.url,
      },
      [],
      { ...server, port, dataDir, url: `http://localhost:${port}` },
    )
    expect(output).toMatch(/^trouble {2}Stripe keys: Stripe does not take the key; set STRIPE_SEC/m)
    expect(output).toMatch(/^trouble {2}Clock by Stripe: .* seconds behind Stripe's; set it/m)
    expect(output).toMatch(/^unknown {2}Mail server: SMTP_URL is not set.* Set SMTP_URL: /m)
    expect(code).toBe(1)
  })

  test('an address that nobody answers', async () => {
    const PUBLIC_URL = `http://localhost:${await freePort()}`
    await expectTrouble(
      examine({ PUBLIC_URL }),
      /^trouble {2}Address: http\S+ cannot be reached \(.*\)\. Check the name in DNS, the proxy/m,
    )
  })

  test('an address that leads elsewhere', async () => {
    const other = await openHttpDouble(() => ({ status: 404, body: {} }))
    onTestFinished(other.close)
    await expectTrouble(
      examine({ PUBLIC_URL: other.url }),
      /^trouble {2}Address: http\S+ answered 404, and not as this server does\. It leads elsewhere/m,
    )
    const token = other.requests[0]?.headers.authorization
    expect(token).toMatch(/^Bearer [\da-f]{64}$/)
    const stolen = await fetch(`${server.url}/api/diagnoses`, {
      method: 'POST',
      headers: { authorization: token ?? '' },
    })
    expect(stolen.status).toBe(404)
  })

  test('a proxy that is not trusted', async () => {
    const PUBLIC_URL = await openChangingProxy(server.port, (headers) => ({
      ...headers,
      'x-forwarded-for': '198.51.100.7',
    }))
    await expectTrouble(
      examine({ PUBLIC_URL }),
      /^trouble {2}Proxy headers: The proxy at \S+ is not trusted, .* to TRUSTED_PROXIES\.$/m,
    )
  })

  test('a proxy that passes on another Host', async () => {
    const proxy = await openChangingProxy(server.port, (headers) => ({
      ...headers,
      host: 'elsewhere.example',
    }))
    await expectTrouble(
      examine({ PUBLIC_URL: proxy }),
      /^trouble {2}Proxy headers: The proxy passes on the Host elsewhere\.example instead of local/m,
    )
  })

  test('a proxy that does not pass on webhooks', async () => {
    const PUBLIC_URL = await openChangingProxy(
      server.port,
      (headers) => headers,
      '/api/webhooks/paypal',
    )
    await expectTrouble(
      examine({ PUBLIC_URL }),
      /^trouble {2}PayPal webhook address: \S+ answered 403 where this server refuses an event/m,
    )
  })

  test('a mail server that does not let us in, or is not there', async () => {
    const account = { user: 'royale', password: 'right' }
    const mail = await openMailServer({ account })
    const wrong = mail.url.replace('//', '//royale:wrong-canary@')
    const { code, output } = await examine({ SMTP_URL: wrong })
    expect(output).toMatch(
      /^trouble {2}Mail server: It does not take our mail \(AUTH.*535.*\)\. Check/m,
    )
    expect(output).not.toContain('canary')
    expect(code).toBe(1)
    await expectTrouble(
      examine({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }),
      /^trouble {2}Mail server: It does not take our mail \(.*ECONNREFUSED.*\)\. Check SMTP_URL/m,
    )
  })
})

test('a mail is sent only if an address is given', async () => {
  const mail = await openMailServer({})
  expect((await examine({ SMTP_URL: mail.url })).output).toContain('Mail server: It lets us in.')
  expect(mail.mailbox).toHaveLength(0)
  const { output } = await examine({ SMTP_URL: mail.url }, ['--mail', 'host@royale.example'])
  expect(output).toContain('It has taken a mail to host@royale.example.')
  expect(mail.mailbox.map(({ recipients }) => recipients)).toEqual([['host@royale.example']])
})

test('without a mail server the mail is written as a file, which is named', async () => {
  const { code, output } = await examine({}, ['--mail', 'host@royale.example'])
  const [, file = 'none'] = /The one to host@royale\.example is (\S+\.eml)\./.exec(output) ?? []
  const { headers } = readMail(readFileSync(file, 'utf8'))
  expect(headers.get('to')).toBe('host@royale.example')
  expect(code).toBe(0)
})

test('a mail to what is no address is refused before anything is checked', async () => {
  expect(await runCommand(server, 'doctor', ['--mail', 'notanaddress'])).toEqual({
    code: 1,
    output: '',
    errors: '--mail cannot be "notanaddress": give it an e-mail address.\n',
  })
})

test('the address may lead to another node, and Redis that is away is trouble', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-node-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { authSecret: AUTH_SECRET } = loadSecrets(server.dataDir)
  const REDIS_URL = `redis://127.0.0.1:${await freePort()}`
  const node = { ...server, port: await freePort(), dataDir }
  const { code, output } = await examine({ AUTH_SECRET, REDIS_URL }, [], node)
  expect(output).toMatch(/^ok {7}Address: http\S+ leads to this installation/m)
  expect(output).toMatch(
    /^trouble {2}Redis: It is out of reach: .* Check REDIS_URL and start it\.$/m,
  )
  expect(code).toBe(1)
})
