import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAccountMails, readToken, waitForMail } from '#tests/helpers/accounts/account-mails.ts'
import { openTestApp, PASSWORD, type TestResponse, type TestApp } from '#tests/helpers/app/app.ts'

const NEW_PASSWORD = 'another canary of a password'

let server: TestApp

beforeAll(async () => {
  server = await openTestApp()
})

afterAll(() => server.close())

let callers = 0

/** Calls the server from a new address each time, because the calls of one are limited. */
function post(path: string, payload: object, headers: Record<string, string> = {}) {
  callers += 1
  const url = `/api/auth${path}`
  return server.call({
    method: 'POST',
    url,
    payload,
    headers,
    remoteAddress: `198.51.100.${callers}`,
  })
}

const ask = (email: string, headers = {}): Promise<TestResponse> =>
  post('/request-password-reset', { email }, headers)

const tokenFor = (email: string) => readToken(server.database.dataDir, email, 'reset-password')

const reset = (token: string, newPassword = NEW_PASSWORD): Promise<TestResponse> =>
  post('/reset-password', { token, newPassword })

const signIn = (email: string, password: string): Promise<TestResponse> =>
  post('/sign-in/email', { email, password })

describe('a forgotten password', () => {
  test('is replaced by the link in a mail, which ends all sessions', async () => {
    const { email, cookie } = await server.signUp()
    await ask(email)
    const mail = await waitForMail(server.database.dataDir, email, 'Reset your password')
    expect(mail.text).toContain('It works once, for 10 minutes.')
    const token = await tokenFor(email)
    // 24 letters and digits are more than 128 bits.
    expect(token).toMatch(/^[A-Za-z0-9]{24,}$/)
    expect((await reset(token)).json()).toEqual({ status: true })
    expect((await signIn(email, PASSWORD)).statusCode).toBe(401)
    expect((await signIn(email, NEW_PASSWORD)).statusCode).toBe(200)
    const session = await server.call({ url: '/api/auth/get-session', headers: { cookie } })
    expect(session.json()).toBeNull()
    await waitForMail(server.database.dataDir, email, 'Your password was changed')
  })

  test('that is reset lets its owner in at once, however many wrong ones were tried before', async () => {
    const { email } = await server.signUp()
    for (let tries = 0; tries < 6; tries += 1) await signIn(email, 'not the password')
    expect((await signIn(email, PASSWORD)).statusCode).toBe(429)
    await ask(email)
    await reset(await tokenFor(email))
    expect((await signIn(email, NEW_PASSWORD)).statusCode).toBe(200)
  })

  test('has a link that works once, also for parallel requests', async () => {
    const { email } = await server.signUp()
    await ask(email)
    const token = await tokenFor(email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => reset(token)))
    expect(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 400, 400, 400, 400])
    expect((await reset(token)).json()).toEqual({
      code: 'INVALID_TOKEN',
      message: 'This link has expired or was used already. Please ask for a new one.',
    })
  })

  test('has a link that ends after ten minutes', async () => {
    const { email } = await server.signUp()
    const before = Date.now()
    await ask(email)
    const token = await tokenFor(email)
    const rows = await server.database.autocommit
      .selectFrom('verification')
      .innerJoin('user', 'user.id', 'verification.value')
      .select(['verification.id', 'verification.expiresAt', 'verification.identifier'])
      .where('user.email', '=', email)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.identifier).not.toContain(token)
    expect(Date.parse(String(rows[0]?.expiresAt))).toBeLessThanOrEqual(Date.now() + 600_000)
    expect(Date.parse(String(rows[0]?.expiresAt))).toBeGreaterThanOrEqual(before + 599_000)
    await server.database.autocommit
      .updateTable('verification')
      .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
      .where('id', '=', rows[0]?.id)
      .execute()
    expect((await reset(token)).statusCode).toBe(400)
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200)
  })

  test('keeps its link when the new password is refused', async () => {
    const { email } = await server.signUp()
    await ask(email)
    const token = await tokenFor(email)
    expect((await reset(token, '1234567')).json()).toEqual({
      code: 'PASSWORD_TOO_SHORT',
      message: 'Password too short: choose one of at least 8 characters.',
    })
    expect((await reset(token)).statusCode).toBe(200)
  })

  test('leads to our own address, whatever the request says of the host', async () => {
    const { email } = await server.signUp()
    await ask(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    const mail = await waitForMail(server.database.dataDir, email, 'Reset your password')
    expect(mail.text).toContain('http://localhost:3000/#reset-password=')
    expect(`${mail.text}${mail.html}`).not.toContain('evil.example')
  })

  test('of a known and of an unknown address is answered alike', async () => {
    const { email } = await server.signUp()
    const known = await ask(email)
    const unknown = await ask('nobody@donor.example')
    expect(known.json()).toEqual({ status: true })
    expect(unknown.body).toBe(known.body)
    expect(unknown.statusCode).toBe(known.statusCode)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
  })

  test('is answered while the mail still waits, so that time tells nothing', async () => {
    const gate = Promise.withResolvers<void>()
    let sent = 0
    const slow = await openTestApp({
      mailer: {
        send: async () => {
          sent += 1
          await gate.promise
        },
        erase: async () => {},
        close: async () => {},
      },
    })
    const { email } = await slow.signUp()
    const url = '/api/auth/request-password-reset'
    const answer = await slow.call({ method: 'POST', url, payload: { email } })
    expect(answer.json()).toEqual({ status: true })
    await expect.poll(() => sent).toBe(2)
    gate.resolve()
    await slow.close()
  })

  test('is told by mail three times an hour at most, and answered alike after that', async () => {
    const { email } = await server.signUp()
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await ask(email)).json()).toEqual({ status: true })
    }
    const count = () =>
      listAccountMails(server.database.dataDir, email).filter(
        ({ headers }) => headers.get('subject') === 'Reset your password',
      ).length
    await expect.poll(count).toBe(3)
    await ask(email)
    await server.signUp()
    expect(count()).toBe(3)
  })

  test('that is reset confirms the email, because the mail was received', async () => {
    const { email } = await server.signUp()
    await ask(email)
    await reset(await tokenFor(email))
    const answer = await signIn(email, NEW_PASSWORD)
    expect(answer.json()).toMatchObject({ user: { emailVerified: true } })
  })
})
