import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PREVIEW_PATH } from '#contract/campaign/preview.ts'
import { enableSecondFactor } from '#tests/helpers/accounts/second-factor.ts'
import {
  buildPublicConfig,
  expectError,
  openTestApp,
  type TestApp,
  type TestResponse,
} from '#tests/helpers/app/app.ts'

let pageDir: string
let server: TestApp

beforeAll(async () => {
  pageDir = mkdtempSync(join(tmpdir(), 'royale-preview-'))
  for (const name of ['index', 'host', 'me', 'recap', 'preview']) {
    const document = `<title>${name}</title><script nonce="__CSP_NONCE__"></script>`
    writeFileSync(join(pageDir, `${name}.html`), document)
  }
  server = await openTestApp({ pageDir })
})

afterAll(async () => {
  await server.close()
  rmSync(pageDir, { recursive: true })
})

function expectNoFrame({ headers }: TestResponse): void {
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
}

test('a host who may publish gets it, and this origin alone may frame it', async () => {
  const owner = await server.signUpMember('owner')
  const { statusCode, body, headers } = await owner.call({ url: PREVIEW_PATH })
  expect(statusCode).toBe(200)
  expect(body).toContain('<title>preview</title>')
  expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' })
  const policy = String(headers['content-security-policy']).split(';')
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain(`script-src 'self' 'nonce-${/nonce="([^"]+)"/.exec(body)?.[1]}'`)
})

test('it can read boards, crowns and rounds, and can send nothing else', async () => {
  const owner = await server.signUpMember('owner')
  const { headers } = await owner.call({ url: PREVIEW_PATH })
  const policy = String(headers['content-security-policy']).split(';')
  const reads = policy
    .find((part) => part.startsWith('connect-src '))
    ?.split(' ')
    .slice(1)
  expect(new Set(reads?.map((address) => new URL(address).pathname))).toEqual(
    new Set([
      '/api/leaderboard',
      '/api/leaderboard/live',
      '/api/leaderboard/rank',
      '/api/boards/',
      '/api/crowns',
      '/api/rounds',
    ]),
  )
  for (const part of [
    "default-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    'sandbox allow-scripts allow-same-origin',
  ]) {
    expect(policy).toContain(part)
  }
})

test('all other documents refuse every frame, for the same host too', async () => {
  const owner = await server.signUpMember('owner')
  for (const url of ['/', '/host', '/host/campaign', '/host/campaign/preview/', '/me']) {
    expectNoFrame(await owner.call({ url }))
  }
})

test('nobody else gets it, and what they get refuses every frame', async () => {
  const visitor = await server.call({ url: PREVIEW_PATH })
  expectError(visitor, 401, 'unauthenticated')
  expectNoFrame(visitor)
  const others = [
    await server.signUp(),
    await server.signUpMember('treasurer'),
    await server.signUpMember('moderator'),
  ]
  for (const { call } of others) {
    const answer = await call({ url: PREVIEW_PATH })
    expectError(answer, 403, 'permission-denied')
    expectNoFrame(answer)
  }
})

test('with real money it needs the second factor', async () => {
  const live = await openTestApp({
    pageDir,
    publicConfig: buildPublicConfig({ payments: 'live' }),
  })
  try {
    const owner = await live.signUpMember('owner')
    const without = await owner.call({ url: PREVIEW_PATH })
    expect(without.statusCode).toBe(403)
    expectNoFrame(without)
    const proven = await enableSecondFactor(live, owner)
    expect((await proven.call({ url: PREVIEW_PATH })).statusCode).toBe(200)
  } finally {
    await live.close()
  }
})
