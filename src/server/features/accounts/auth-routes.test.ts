import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  AUTH_SECRET,
  expectError,
  openTestApp,
  PASSWORD,
  type TestApp,
} from '#tests/helpers/app/app.ts'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import { createKnownDevices } from './passwords/known-devices.ts'
import { createAuth } from './auth.ts'

/** The library's routes that the product uses; the others must not be reachable. */
const USED = [
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
  'POST /request-password-reset',
  'POST /reset-password',
  'POST /change-password',
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
  'POST /two-factor/generate-backup-codes',
  'POST /passkey/verify-registration',
  'POST /passkey/verify-authentication',
  'GET /passkey/list-user-passkeys',
  'POST /passkey/delete-passkey',
]

/** The library's paths that have a response of ours: to another method, or an error of ours. */
const REPLACED = [
  'GET /passkey/generate-authenticate-options',
  'GET /passkey/generate-register-options',
  'POST /change-email',
  'GET /list-sessions',
  'POST /revoke-session',
  'POST /revoke-other-sessions',
  'POST /send-verification-email',
]

const UNUSED = [
  'POST /passkey/update-passkey',
  'GET /account-info',
  'GET /callback/some-token',
  'POST /callback/some-token',
  'GET /delete-user/callback',
  'GET /error',
  'POST /get-access-token',
  'POST /get-session',
  'POST /link-social',
  'GET /list-accounts',
  'GET /ok',
  'POST /refresh-token',
  'GET /reset-password/some-token',
  'POST /revoke-sessions',
  'POST /sign-in/social',
  'POST /delete-user',
  'POST /unlink-account',
  'POST /update-session',
  'POST /update-user',
  'GET /verify-email',
  'POST /verify-password',
  'POST /two-factor/get-totp-uri',
  'POST /two-factor/send-otp',
  'POST /two-factor/verify-otp',
]

let server: TestApp

beforeAll(async () => {
  server = await openTestApp()
})

afterAll(() => server.close())

describe('the routes of the auth library', () => {
  test('are all known: a version that brings others is noticed', async () => {
    const database = await openTestSqlite()
    const auth = createAuth({
      database,
      publicUrl: 'http://localhost:3000',
      secret: AUTH_SECRET,
      clock: Date.now,
      passwords: {
        hash: async () => '',
        verify: async () => false,
        forgive: async () => {},
        waiting: 0,
      },
      devices: createKnownDevices({ publicUrl: 'http://localhost:3000', secret: AUTH_SECRET }),
      sendPasswordReset: async () => {},
      onPasswordReset: async () => {},
      onSecondFactorOn: () => {},
    })
    const endpoints = Object.values(auth.api).flatMap((endpoint) => {
      const { path, options } = endpoint as { path?: string; options: { method: unknown } }
      if (path === undefined) return []
      const methods = [options.method].flat()
      return methods.map((method) => `${String(method)} ${path.replace(/:\w+/, 'some-token')}`)
    })
    expect(endpoints.toSorted()).toEqual([...USED, ...REPLACED, ...UNUSED].toSorted())
    await database.close()
  })

  test.each(UNUSED)('%s is not reached', async (route) => {
    const [verb, path] = route.split(' ')
    const method = verb === 'GET' ? 'GET' : 'POST'
    const donor = await server.signUp()
    const payload = method === 'POST' ? { password: PASSWORD, token: 'x' } : undefined
    const answer = await donor.call({
      method,
      url: `/api/auth${path}`,
      ...(payload && { payload }),
    })
    expect([404, 405]).toContain(answer.statusCode)
    const code = answer.statusCode === 404 ? 'not-found' : 'invalid-argument'
    expectError(answer, answer.statusCode, code)
  })
})

describe('a sign-up', () => {
  const signUp = (payload: object) =>
    server.call({ method: 'POST', url: '/api/auth/sign-up/email', payload })

  test('keeps no long name, no picture and nothing that it was not asked for', async () => {
    const base = { email: 'thin@donor.example', password: PASSWORD }
    const long = await signUp({ ...base, name: 'x'.repeat(81) })
    expect(expectError(long, 400, 'invalid-argument')).toBe(
      'The name is too long: choose one of 80 characters or fewer.',
    )
    const answer = await signUp({
      ...base,
      name: '',
      image: `data:image/png;base64,${'x'.repeat(13_000)}`,
      namedHostAt: new Date().toISOString(),
      twoFactorEnabled: true,
    })
    expect(answer.statusCode).toBe(200)
    const row = await server.database.autocommit
      .selectFrom('user')
      .selectAll()
      .where('email', '=', 'thin@donor.example')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: '', image: null, namedHostAt: null, emailVerified: 0 })
    expect(row).toMatchObject({ twoFactorEnabled: 0 })
  })

  test.each([
    ['not-an-address', /^This is not an email address yet/],
    ['a@b', /^This is not an email address yet/],
    ['', /^This is not an email address yet/],
    ['jörg@donor.example', /“ö” before the @/],
    [`${'x'.repeat(65)}@donor.example`, /it has 65 characters/],
    [`${'x'.repeat(250)}@donor.example`, /too long/],
  ])('says so where "%s" is no email', async (email, sentence) => {
    const answer = await signUp({ email, password: PASSWORD, name: '' })
    expect(expectError(answer, 400, 'invalid-argument')).toMatch(sentence)
  })

  test('takes an international domain, and knows it again however it is written', async () => {
    const created = await signUp({ email: 'info@münchen.example', password: PASSWORD, name: '' })
    expect(created.json()).toMatchObject({ user: { email: 'info@xn--mnchen-3ya.example' } })
    for (const email of ['info@MÜNCHEN.example', 'info@xn--mnchen-3ya.example']) {
      const again = await signUp({ email, password: PASSWORD, name: '' })
      expect(again.statusCode).toBe(422)
    }
  })

  test('with a known email says so, and how to go on', async () => {
    const { email } = await server.signUp()
    const answer = await signUp({ email, password: PASSWORD, name: '' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      code: 'USER_ALREADY_EXISTS',
      message: 'This email already has an account.',
    })
  })

  test.each([
    ['x'.repeat(129), 'The password is too long: choose one of 128 characters or fewer.'],
    ['', 'Please enter the password.'],
  ])('refuses the password "%s" in words', async (password, sentence) => {
    const answer = await signUp({ email: 'words@donor.example', password, name: '' })
    expect(expectError(answer, 400, 'invalid-argument')).toBe(sentence)
  })

  test('reveals known emails a few times, then refuses all from that client address', async () => {
    const { email } = await server.signUp()
    const remoteAddress = '203.0.113.77'
    const tryOnce = (address: string) =>
      server.call({
        method: 'POST',
        url: '/api/auth/sign-up/email',
        payload: { email: address, password: PASSWORD, name: '' },
        remoteAddress,
      })
    let told = 0
    while ((await tryOnce(email)).statusCode === 422) told += 1
    expect(told).toBe(15)
    const unknown = await tryOnce('unknown@donor.example')
    expect(expectError(unknown, 429, 'resource-exhausted')).toMatch(/^Too many tries\./)
  })

  test('keeps little of what a browser calls itself', async () => {
    const { headers, ...rest } = {
      method: 'POST' as const,
      url: '/api/auth/sign-up/email',
      payload: { email: 'agent@donor.example', password: PASSWORD, name: '' },
      headers: { 'user-agent': 'x'.repeat(5_000) },
    }
    await server.call({ ...rest, headers })
    const rows = await server.database.autocommit
      .selectFrom('session')
      .select('userAgent')
      .where('userAgent', 'like', 'xxx%')
      .execute()
    expect(rows).toEqual([{ userAgent: 'x'.repeat(256) }])
  })
})
