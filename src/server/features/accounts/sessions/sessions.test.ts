import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cookiesOf,
  expectError,
  openTestApp,
  PASSWORD,
  type TestResponse,
  type TestApp,
} from '#tests/helpers/app/app.ts'
import { waitForMail } from '#tests/helpers/accounts/account-mails.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let server: TestApp

beforeAll(async () => {
  server = await openTestApp()
})

afterAll(() => server.close())

async function logIn(email: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await server.call({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password: PASSWORD },
    headers,
  })
  expect(answer.statusCode).toBe(200)
  return cookiesOf(answer)
}

const get = (path: string, cookie: string): Promise<TestResponse> =>
  server.call({ url: `/api/auth${path}`, headers: { cookie } })

const post = (path: string, cookie: string, payload: object): Promise<TestResponse> =>
  server.call({ method: 'POST', url: `/api/auth${path}`, headers: { cookie }, payload })

/** Moves the times of all sessions of an account into the past. */
async function age(email: string, times: { created?: number; expires?: number }): Promise<void> {
  const { autocommit } = server.database
  const { id } = await autocommit
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  await autocommit
    .updateTable('session')
    .set({
      ...(times.created === undefined ? {} : { createdAt: at(times.created) }),
      ...(times.expires === undefined ? {} : { expiresAt: at(times.expires) }),
    })
    .where('userId', '=', id)
    .execute()
}

/** Returns the session's token, which precedes the signature in its cookie. */
function tokenIn(cookie: string): string {
  return /session_token=(\w+)/.exec(cookie)?.[1] ?? ''
}

const isSignedIn = async (cookie: string) => (await get('/get-session', cookie)).json() !== null

interface Listed {
  sessions: { id: string; isCurrent: boolean; userAgent: string; address: string }[]
}

describe('a session ends', () => {
  test('after 30 days in which nobody used it', async () => {
    const { email, cookie } = await server.signUp()
    await age(email, { expires: -1 })
    expect(await isSignedIn(cookie)).toBe(false)
    expectError(await get('/list-sessions', cookie), 401, 'unauthenticated')
  })

  test('later if it is used, which renews its cookie too', async () => {
    const { email, cookie } = await server.signUp()
    await age(email, { expires: 20 * DAY_MS })
    const answer = await get('/get-session', cookie)
    const { session } = answer.json<{ session: { expiresAt: string } }>()
    expect(Date.parse(session.expiresAt)).toBeGreaterThan(Date.now() + 29 * DAY_MS)
    expect(answer.cookies[0]).toMatchObject({ maxAge: 30 * 24 * 60 * 60, httpOnly: true })
  })

  test('90 days after the login, however much it was used', async () => {
    const { email, cookie } = await server.signUp()
    await age(email, { created: -90 * DAY_MS + 60_000 })
    expect(await isSignedIn(cookie)).toBe(true)
    await age(email, { created: -90 * DAY_MS })
    const password = { currentPassword: PASSWORD, newPassword: 'another canary' }
    expectError(await post('/change-password', cookie, password), 401, 'unauthenticated')
    expect(await isSignedIn(cookie)).toBe(false)
  })

  test('with a change of the password, but for the one that changed it', async () => {
    const { email, cookie } = await server.signUp()
    await server.confirmEmail(email)
    const other = await logIn(email)
    const payload = { currentPassword: PASSWORD, newPassword: 'another canary' }
    const answer = await post('/change-password', cookie, payload)
    expect(answer.json()).toEqual({ status: true })
    expect(await isSignedIn(other)).toBe(false)
    expect(await isSignedIn(cookie)).toBe(false)
    expect(await isSignedIn(cookiesOf(answer))).toBe(true)
    await waitForMail(server.database.dataDir, email, 'Your password was changed')
  })

  test('by no change of the password without the current one', async () => {
    const { email, cookie } = await server.signUp()
    const other = await logIn(email)
    const payload = { currentPassword: 'not the password', newPassword: 'another canary' }
    const answer = await post('/change-password', cookie, payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      code: 'INVALID_PASSWORD',
      message: 'The current password is not right. Please check it.',
    })
    expect(await isSignedIn(other)).toBe(true)
  })
})

describe('a donor’s own routes', () => {
  const listPayments = (cookie: string) =>
    server.call({ url: '/api/checkouts', headers: { cookie } })

  test('let the account of the session in, and nobody after it has ended', async () => {
    const { email, cookie } = await server.signUp()
    const other = await logIn(email)
    expect((await listPayments(other)).statusCode).toBe(200)
    await post('/revoke-other-sessions', cookie, {})
    expectError(await listPayments(other), 401, 'unauthenticated')
    expect((await listPayments(cookie)).statusCode).toBe(200)
    await post('/sign-out', cookie, {})
    expectError(await listPayments(cookie), 401, 'unauthenticated')
  })

  test.each([
    ['unused for 30 days', { expires: -1 }],
    ['older than 90 days', { created: -90 * DAY_MS }],
  ])('refuse a session that is %s', async (_age, times) => {
    const { email, cookie } = await server.signUp()
    expect((await listPayments(cookie)).statusCode).toBe(200)
    await age(email, times)
    expectError(await listPayments(cookie), 401, 'unauthenticated')
  })

  test('refuse a token with another signature, without one, and without a session', async () => {
    const { cookie } = await server.signUp()
    const name = /(\S*session_token)=/.exec(cookie)?.[1]
    const signature = /session_token=\w+(\.[^;]+)/.exec(cookie)?.[1] ?? ''
    const token = tokenIn(cookie)
    const stranger = tokenIn((await server.signUp()).cookie)
    for (const value of [
      token,
      `${stranger}${signature}`,
      `${token}.${'A'.repeat(43)}%3D`,
      signature,
    ]) {
      expectError(await listPayments(`${name}=${value}`), 401, 'unauthenticated')
    }
    expect((await listPayments(`${name}=${token}${signature}`)).statusCode).toBe(200)
  })
})

describe('the list of sessions', () => {
  test('tells them apart, and holds no token', async () => {
    const { email, cookie } = await server.signUp()
    const other = await logIn(email, { 'user-agent': FIREFOX })
    const answer = await get('/list-sessions', cookie)
    const { sessions } = answer.json<Listed>()
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    expect(sessions[1]).toMatchObject({ userAgent: FIREFOX, address: '127.0.0.1' })
    for (const secret of [cookie, other]) {
      const token = tokenIn(secret)
      expect(token).toHaveLength(32)
      expect(answer.body).not.toContain(token)
    }
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('lets one be ended', async () => {
    const { email, cookie } = await server.signUp()
    const other = await logIn(email)
    const { sessions } = (await get('/list-sessions', cookie)).json<Listed>()
    const id = sessions.find(({ isCurrent }) => !isCurrent)?.id
    expect((await post('/revoke-session', cookie, { id })).json()).toEqual({ status: true })
    expect(await isSignedIn(other)).toBe(false)
    const again = await post('/revoke-session', cookie, { id })
    expect(expectError(again, 404, 'not-found')).toBe('This session has ended already.')
  })

  test('lets nobody end a session of somebody else', async () => {
    const ada = await server.signUp()
    const eve = await server.signUp()
    const { sessions } = (await get('/list-sessions', ada.cookie)).json<Listed>()
    const answer = await post('/revoke-session', eve.cookie, { id: sessions[0]?.id })
    expectError(answer, 404, 'not-found')
    expect(await isSignedIn(ada.cookie)).toBe(true)
  })

  test('lets all others be ended', async () => {
    const { email, cookie } = await server.signUp()
    const others = [await logIn(email), await logIn(email)]
    expect((await post('/revoke-other-sessions', cookie, {})).json()).toEqual({ status: true })
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect(await isSignedIn(cookie)).toBe(true)
  })
})

describe('no answer shows a session token', () => {
  test('to scripts of the page', async () => {
    const { email, cookie } = await server.signUp()
    const token = tokenIn(cookie)
    const session = await get('/get-session', cookie)
    expect(session.body).not.toContain(token)
    const login = await server.call({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email, password: PASSWORD },
    })
    expect(Object.keys(login.json())).toEqual(['user'])
  })
})

describe('a login on a device that the account was not used on', () => {
  test('is told by mail to a confirmed address', async () => {
    const { email } = await server.signUp()
    await server.confirmEmail(email)
    await logIn(email, { 'user-agent': FIREFOX })
    const mail = await waitForMail(server.database.dataDir, email, 'New login to your account')
    expect(mail.text).toContain('Firefox on Linux')
    expect(mail.text).toContain('127.0.0.1')
  })
})
