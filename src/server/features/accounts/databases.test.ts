import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  AUTH_SECRET,
  cookiesOf,
  openTestApp,
  OPERATOR_TOKEN,
  PASSWORD,
  type TestApp,
} from '#tests/helpers/app/app.ts'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import { readToken } from '#tests/helpers/accounts/account-mails.ts'
import { totpOf } from '#tests/helpers/accounts/totp.ts'
import type { Database } from '#server/infra/database/database.ts'
import { beginCodeTry, claimCode, claimMail, forgetCodeTries } from './store.ts'

const EMAIL = 'ada@donor.example'

/** The library's options from before second factors and hosts by link were added. */
function earlierSettings({ autocommit, dialect }: Database) {
  return {
    baseURL: 'http://localhost:3000',
    secret: AUTH_SECRET,
    database: { db: autocommit, type: dialect },
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
  } satisfies BetterAuthOptions
}

describe.each(DATABASES)('accounts on $name', ({ open }) => {
  let database: Database
  let server: TestApp | undefined

  beforeEach(async () => {
    database = await open()
  })

  afterEach(async () => {
    await server?.close()
    server = undefined
    await database.close()
  })

  test('go on from an earlier version, and have everything that is new', async () => {
    const settings = earlierSettings(database)
    await (await getMigrations(settings)).runMigrations()
    const body = { email: EMAIL, password: PASSWORD, name: '' }
    await betterAuth(settings).api.signUpEmail({ body })

    const app = await openTestApp({ database, adminEmail: undefined })
    server = app
    let cookie = ''
    const post = async (url: string, payload: object) => {
      const answer = await app.call({ method: 'POST', url, payload, headers: { cookie } })
      expect(`${url} ${answer.statusCode} ${answer.statusCode === 200 ? '' : answer.body}`).toBe(
        `${url} 200 `,
      )
      cookie = answer.cookies.length > 0 ? cookiesOf(answer) : cookie
      return answer
    }
    await post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })
    await post('/api/auth/send-verification-email', {})
    const token = await readToken(app.database.dataDir, EMAIL, 'confirm-email')
    await post('/api/auth/verify-email', { token })
    const link = await app.call({
      method: 'POST',
      url: '/api/hosts/links',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    })
    await post('/api/host/claims', { token: link.json<{ url: string }>().url.split('=')[1] })
    const enrolment = await post('/api/auth/two-factor/enable', { password: PASSWORD })
    const { totpURI } = enrolment.json<{ totpURI: string }>()
    await post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) })
    await post('/api/auth/request-password-reset', { email: EMAIL })
    const reset = await readToken(app.database.dataDir, EMAIL, 'reset-password')
    const session = await app.call({ url: '/api/auth/get-session', headers: { cookie } })
    expect(session.json()).toMatchObject({
      session: { secondFactorAt: expect.any(String) },
      user: { email: EMAIL, emailVerified: true, twoFactorEnabled: true, role: 'owner' },
    })
    await post('/api/auth/reset-password', { token: reset, newPassword: 'another canary' })
    const gone = await app.call({ url: '/api/auth/get-session', headers: { cookie } })
    expect(gone.json()).toBeNull()
    // Hashing is slow on purpose, and this test hashes five times.
  })

  test('count three mails an hour for an address, and for an account', async () => {
    const claim = (email: string, userId: string, now: number) =>
      database.write(claimMail, { kind: 'confirmation', email, userId, now })
    const answers = []
    for (let index = 0; index < 4; index += 1) answers.push(await claim('a@x.example', 'u1', index))
    expect(answers).toEqual([true, true, true, false])
    expect(await claim('a@x.example', 'u2', 10)).toBe(false)
    expect(await claim('b@x.example', 'u1', 10)).toBe(false)
    expect(await claim('b@x.example', 'u2', 10)).toBe(true)
    expect(await claim('a@x.example', 'u1', 60 * 60 * 1000)).toBe(true)
  })

  test('close the second factor for longer each time, and open it after a right code', async () => {
    let now = Date.UTC(2026, 10, 21)
    const tryOnce = () => database.write(beginCodeTry, { userId: 'u1', now })
    for (let tries = 0; tries < 4; tries += 1) expect(await tryOnce()).toBe(0)
    for (const seconds of [30, 60, 300, 900, 3600, 3600]) {
      expect(await tryOnce()).toBe(0)
      expect(await tryOnce()).toBe(now + seconds * 1000)
      now += seconds * 1000
    }
    await database.write(forgetCodeTries, 'u1')
    for (let tries = 0; tries < 5; tries += 1) expect(await tryOnce()).toBe(0)
    expect(await tryOnce()).toBe(now + 30_000)
    now += 25 * 60 * 60 * 1000
    for (let tries = 0; tries < 4; tries += 1) expect(await tryOnce()).toBe(0)
  })

  test('take a code once', async () => {
    const claim = (now: number) => database.write(claimCode, { userId: 'u1', code: '123456', now })
    const answers = await Promise.all([claim(0), claim(0), claim(0)])
    expect(answers.toSorted()).toEqual([false, false, true])
    expect(await claim(120_000)).toBe(false)
    expect(await claim(120_001)).toBe(true)
  })
})
