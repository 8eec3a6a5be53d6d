import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildPublicConfig,
  expectError,
  openTestApp,
  type TestApp,
} from '#tests/helpers/app/app.ts'

let pageDir: string
let server: TestApp

beforeAll(async () => {
  pageDir = buildPage()
  server = await openTestApp({ pageDir })
})

afterAll(async () => {
  await server.close()
  rmSync(pageDir, { recursive: true })
})

/**
 * Creates a folder with the parts of a built page that the server reads, and files that it must not
 * serve.
 */
function buildPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'royale-page-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, 'index.html'), '<script nonce="__CSP_NONCE__" src="/assets/a.js">')
  writeFileSync(join(folder, 'host.html'), '<script nonce="__CSP_NONCE__" src="/assets/host/a.js">')
  writeFileSync(join(folder, 'me.html'), '<script nonce="__CSP_NONCE__" src="/assets/me/a.js">')
  writeFileSync(join(folder, 'recap.html'), '<script nonce="__CSP_NONCE__" src="/assets/r/a.js">')
  writeFileSync(join(folder, 'preview.html'), '<p>Preview</p>')
  writeFileSync(join(folder, 'index.html.br'), 'canary')
  writeFileSync(join(folder, 'assets/a-0123abcd.js'), 'export {}')
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *')
  writeFileSync(join(folder, '.vite/manifest.json'), '"canary"')
  writeFileSync(join(folder, '.env'), 'SECRET=canary')
  return folder
}

async function policyOf(target: TestApp, url: string): Promise<string> {
  const { headers } = await target.call({ url })
  return String(headers['content-security-policy'])
}

describe('every answer', () => {
  test.each([
    '/',
    '/host',
    '/host/campaign',
    '/host/campaign/preview',
    '/me',
    '/recap',
    '/assets/a-0123abcd.js',
    '/robots.txt',
    '/api/config',
    '/healthz',
    '/unknown',
  ])('(%s) tells the browser what it may do with it', async (url) => {
    const { headers } = await server.call({ url })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': url === '/' ? 'unsafe-none' : 'same-origin-allow-popups',
    })
    const permissions = String(headers['permissions-policy']).split(', ')
    for (const denied of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      expect(permissions).toContain(`${denied}=()`)
    }
    for (const used of ['autoplay', 'fullscreen', 'clipboard-write']) {
      expect(permissions.join()).not.toContain(used)
    }
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy.split(';')).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
  })

  test.each([
    ['an address that nobody can read', { url: '/%zz' }],
    ['a parameter that is too long', { url: `/api/checkouts/${'x'.repeat(500)}` }],
  ])('to %s says so too, and lets nothing run', async (_case, request) => {
    const secure = await openTestApp({ publicUrl: 'https://royale.example' })
    try {
      const { headers, statusCode } = await secure.call(request)
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
    } finally {
      await secure.close()
    }
  })

  test('has a nonce of its own', async () => {
    const policies = await Promise.all(
      Array.from({ length: 20 }, () => policyOf(server, '/api/config')),
    )
    const nonces = policies.map((policy) => /'nonce-([\w+/]{22}==)'/.exec(policy)?.[1])
    expect(nonces).not.toContain(undefined)
    expect(new Set(nonces).size).toBe(20)
  })

  test('of text says which characters it is in', async () => {
    for (const url of ['/', '/api/config', '/api/unknown', '/robots.txt']) {
      const { headers } = await server.call({ url })
      expect(headers['content-type']).toMatch(/; charset=utf-8$/i)
    }
  })
})

test('the page runs its scripts by the nonce of its own answer', async () => {
  const { body, headers } = await server.call({ url: '/' })
  const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(headers['cache-control']).toBe('private, no-cache')
})

test.each([
  '/.env',
  '/.vite/manifest.json',
  '/index.html.br',
  '/assets/missing.js',
  '/assets/../.env',
  '/assets/..%2f.env',
  '/assets/%2e%2e%2f.env',
  '/.git/config',
])('what lies beside the page (%s) is not found', async (url) => {
  const answer = await server.call({ url })
  expectError(answer, 404, 'not-found')
  expect(answer.body).not.toContain('canary')
})

describe('strict transport', () => {
  test('is asked for, for a year and all subdomains, where the page is on https', async () => {
    const secure = await openTestApp({ publicUrl: 'https://royale.example' })
    try {
      const { headers } = await secure.call({ url: '/api/config' })
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
    } finally {
      await secure.close()
    }
  })

  test('is not asked for on http, from where nobody would find back', async () => {
    const { headers } = await server.call({ url: '/api/config' })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  })
})

test("PayPal's hosts are let in where its script comes from there, and no others", async () => {
  const paypal = { clientId: 'client', scriptBase: 'https://www.sandbox.paypal.com' }
  const live = await openTestApp({ publicConfig: buildPublicConfig({ paypal }) })
  const without = await openTestApp({ publicConfig: buildPublicConfig({ paypal: null }) })
  try {
    const script = /script-src ([^;]*)/.exec(await policyOf(live, '/api/config'))?.[1]
    expect(script?.replace(/ 'nonce-[^']*'/, '')).toBe(
      "'self' https://*.paypal.com https://*.paypalobjects.com https://*.venmo.com",
    )
    expect(await policyOf(without, '/api/config')).not.toMatch(/https?:/)
  } finally {
    await live.close()
    await without.close()
  }
})

describe('a request that changes something', () => {
  const targets = [
    ['POST', '/api/auth/sign-out'],
    ['POST', '/api/auth/sign-up/email'],
    ['POST', '/api/paypal/orders'],
    ['POST', '/api/paypal/orders/some-order/capture'],
    ['POST', '/api/create-checkout-session'],
    ['DELETE', '/api/donations/test'],
  ] as const

  test.each(targets)('is refused from elsewhere: %s %s', async (method, url) => {
    const donor = await server.signUp()
    const before = await server.countRows()
    const payload = { amountCents: 500, email: 'x@donor.example', password: 'a long one', name: '' }
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:3001' },
      { origin: 'http://localhost:3000.evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expectError(await donor.call({ method, url, payload, headers }), 403, 'permission-denied')
    }
    expect(await server.countRows()).toEqual(before)
  })

  test.each(targets)('is refused as a plain form of another site: %s %s', async (method, url) => {
    const donor = await server.signUp()
    const before = await server.countRows()
    const headers = { 'content-type': 'text/plain' }
    const answer = await donor.call({ method, url, payload: '{"amountCents":500}', headers })
    expectError(answer, 415, 'invalid-argument')
    expect(await server.countRows()).toEqual(before)
  })

  test('may come from any name of this machine, where that is where the page is', async () => {
    const donor = await server.signUp()
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      const answer = await donor.call({
        method: 'POST',
        url: '/api/paypal/orders',
        payload: {},
        headers: { origin },
      })
      expectError(answer, 400, 'invalid-argument')
    }
  })
})

test('nothing is changed by looking', async () => {
  const donor = await server.signUp()
  const before = await server.countRows()
  for (const url of ['/api/auth/sign-out', '/api/paypal/orders', '/api/create-checkout-session']) {
    const { statusCode } = await donor.call({ url })
    expect(statusCode).toBeGreaterThanOrEqual(400)
  }
  expect(await server.countRows()).toEqual(before)
})
