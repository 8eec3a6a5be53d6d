import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { openRawClient } from './raw-client.ts'
import { request } from './request.ts'

const ROOT = join(import.meta.dirname, '../..')

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
})

afterAll(() => server.stop())

const DISGUISES: [name: string, headers: Record<string, string>][] = [
  ['a name that leads here (DNS rebinding)', { host: 'rebound.example' }],
  ['a name that begins like this machine', { host: 'localhost.example' }],
  ['an address beside this machine', { host: '127.0.0.1.example:3000' }],
  ['a proxy', { 'x-forwarded-for': '198.51.100.1' }],
  ['a proxy of the new kind', { forwarded: 'for=198.51.100.1' }],
  ['a content delivery network', { 'cf-connecting-ip': '198.51.100.1' }],
  ['a page elsewhere', { origin: 'https://evil.example' }],
  ['a token that is none', { host: 'rebound.example', authorization: 'Bearer none' }],
]

describe.each([
  ['GET', '/metrics'],
  ['GET', '/_sandbox/control/state'],
  ['POST', '/_sandbox/control/clock'],
  ['POST', '/_sandbox/control/refunds'],
])('%s %s', (method, path) => {
  const ask = (headers: Record<string, string>) =>
    request({
      port: server.port,
      path,
      method,
      headers,
      ...(method === 'POST' && { body: { advanceMs: 1 } }),
    })

  test.each(DISGUISES)('is not there for %s', async (_name, headers) => {
    expect([401, 403, 404]).toContain((await ask(headers)).status)
  })

  test('answers programs of this machine', async () => {
    expect([401, 403, 404]).not.toContain((await ask({})).status)
  })
})

test.each([
  ['two Host headers', 'GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n'],
  ['a whole address', 'GET http://evil.example/metrics HTTP/1.1\r\nHost: localhost\r\n\r\n'],
])('%s shows no metrics', async (_name, bytes) => {
  const client = await openRawClient({ port: server.port })
  client.send(bytes)
  await client.until(/HTTP\/1\.1 \d/)
  expect(client.received()).not.toContain('royale_')
  client.destroy()
})

test('the data folder and all that is in it are for this user alone', () => {
  const files = readdirSync(server.dataDir, { recursive: true }).map(String)
  expect(files).toContain('royale.db')
  for (const path of ['.', ...files]) {
    // A draft may have got its name meanwhile.
    const { mode = 0 } = statSync(join(server.dataDir, path), { throwIfNoEntry: false }) ?? {}
    expect([path, mode & 0o077]).toEqual([path, 0])
  }
})

const LIVE_STRIPE = {
  STRIPE_SECRET_KEY: `sk_live_${'a1B2c3D4'.repeat(3)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'a1B2c3D4'.repeat(3)}`,
}

describe('a start that would be unsafe', () => {
  test.each<[what: string, variable: string, environment: Record<string, string>]>([
    ['live money over http', 'PUBLIC_URL', { ...LIVE_STRIPE, PUBLIC_URL: 'http://royale.example' }],
    [
      'https without a proxy',
      'TRUSTED_PROXIES',
      { PUBLIC_URL: 'https://royale.example', PAYMENTS: 'sandbox' },
    ],
    ['play money where others come', 'PAYMENTS', { HOST: '0.0.0.0' }],
    ['a key under another name', 'STRIPE_KEY', { STRIPE_KEY: 'sk_live_x' }],
    ['half of PayPal', 'PAYPAL', { PAYPAL_CLIENT_ID: 'AbCdEfGh12345678', PAYMENTS: 'test' }],
    ['a guessable secret', 'AUTH_SECRET', { AUTH_SECRET: 'a'.repeat(40) }],
  ])('ends with one sentence: %s', (_what, variable, environment) => {
    const { PATH, HOME } = process.env
    const { status, stderr } = spawnSync(process.execPath, ['src/commands/main.ts', 'start'], {
      cwd: ROOT,
      env: { PATH, HOME, DATA_DIR: join(server.dataDir, 'unused'), ...environment },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(variable)
    expect(stderr).not.toContain('a1B2c3D4')
  })
})
