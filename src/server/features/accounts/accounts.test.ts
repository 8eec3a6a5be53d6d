import { once } from 'node:events'
import { request as send, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cookiesOf,
  expectError,
  openTestApp,
  PASSWORD,
  type TestResponse,
  type TestApp,
} from '#tests/helpers/app/app.ts'

let server: TestApp

beforeAll(async () => {
  server = await openTestApp()
})

afterAll(() => server.close())

function signIn(email: string, password = PASSWORD, cookie = ''): Promise<TestResponse> {
  return server.call({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password },
    headers: { cookie },
  })
}

async function findUser(cookie: string): Promise<Record<string, unknown> | undefined> {
  const answer = await server.call({ url: '/api/auth/get-session', headers: { cookie } })
  return answer.json<{ user: Record<string, unknown> } | null>()?.user
}

describe('a session', () => {
  test('is a cookie that scripts and other sites cannot use', async () => {
    await server.signUp('cookie@donor.example')
    const { cookies } = await signIn('cookie@donor.example')
    expect(cookies.map(({ name }) => name)).toEqual(['royale.session_token', 'royale.device'])
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
      expect(cookie).not.toHaveProperty('domain')
    }
    // 32 letters and digits are more than 128 bits.
    expect(cookies[0]?.value).toMatch(/^[A-Za-z0-9]{32,}\./)
  })

  test('is bound to the host and to https where the page is on https', async () => {
    const secure = await openTestApp({ publicUrl: 'https://royale.example' })
    try {
      const answer = await secure.call({
        method: 'POST',
        url: '/api/auth/sign-up/email',
        payload: { email: 'a@donor.example', password: PASSWORD, name: '' },
      })
      expect(answer.cookies.map(({ name }) => name)).toEqual([
        '__Host-royale.session_token',
        '__Host-royale.device',
      ])
      for (const cookie of answer.cookies) {
        expect(cookie).toMatchObject({ secure: true, httpOnly: true, path: '/' })
        expect(cookie).not.toHaveProperty('domain')
      }
      const session = await secure.call({
        url: '/api/auth/get-session',
        headers: { cookie: cookiesOf(answer) },
      })
      expect(session.json()).toMatchObject({ user: { email: 'a@donor.example' } })
    } finally {
      await secure.close()
    }
  })

  test('is a new one at each login, whatever cookie came along', async () => {
    const { cookie } = await server.signUp('fixed@donor.example')
    const again = cookiesOf(await signIn('fixed@donor.example', PASSWORD, cookie))
    const planted = cookiesOf(
      await signIn('fixed@donor.example', PASSWORD, 'royale.session_token=planted.by-somebody'),
    )
    expect(new Set([cookie, again, planted]).size).toBe(3)
    expect(planted).not.toContain('planted')
  })

  test('ends with the logout, for whoever kept the cookie too', async () => {
    const donor = await server.signUp()
    const before = await donor.call({ url: '/api/checkouts/any' })
    expect(before.statusCode).toBe(404)
    const logout = await donor.call({ method: 'POST', url: '/api/auth/sign-out', payload: {} })
    expect(logout.statusCode).toBe(200)
    expectError(await donor.call({ url: '/api/checkouts/any' }), 401, 'unauthenticated')
    expect(await findUser(donor.cookie)).toBeUndefined()
  })

  test('is not taken from a cookie that was altered or made up', async () => {
    const { cookie } = await server.signUp()
    const [token] = cookie.split('.').slice(1)
    const [session = ''] = cookie.split('; ')
    for (const forged of [`${session}x`, `royale.${token}`, 'royale.session_token=a.b']) {
      const answer = await server.call({ url: '/api/checkouts/any', headers: { cookie: forged } })
      expectError(answer, 401, 'unauthenticated')
    }
  })
})

describe('an account', () => {
  test('is found by its email however that is capitalised', async () => {
    await server.signUp('Grace.Hopper@Donor.example')
    const answer = await signIn('gRACE.hOPPER@dONOR.EXAMPLE')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ user: { email: 'grace.hopper@donor.example' } })
  })

  test('is made once for an email, however it is capitalised', async () => {
    await server.signUp('once@donor.example')
    await expect(server.signUp('ONCE@donor.example')).rejects.toThrow(
      'This email already has an account.',
    )
  })

  test('does not tell by the answer to a login whether it exists', async () => {
    await server.signUp('known@donor.example')
    const wrong = await signIn('known@donor.example', 'not the password')
    const unknown = await signIn('unknown@donor.example', 'not the password')
    expect(wrong.statusCode).toBe(401)
    expect(unknown.statusCode).toBe(401)
    expect(unknown.body).toBe(wrong.body)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
  })

  test.each(['7 chars', ''])(
    'takes no password of fewer than 8 characters ("%s")',
    async (password) => {
      const before = await server.countRows()
      const answer = await server.call({
        method: 'POST',
        url: '/api/auth/sign-up/email',
        payload: { email: 'short@donor.example', password, name: '' },
      })
      expect(answer.statusCode).toBe(400)
      expect(await server.countRows()).toEqual(before)
    },
  )

  test('takes a password of many characters of any script as it is', async () => {
    const password = ` ${'pässwörd 密碼 🔑'.repeat(5)} `
    const payload = { email: 'long@donor.example', password, name: '' }
    const answer = await server.call({ method: 'POST', url: '/api/auth/sign-up/email', payload })
    expect(answer.statusCode).toBe(200)
    expect((await signIn('long@donor.example', password)).statusCode).toBe(200)
    expect((await signIn('long@donor.example', password.trim())).statusCode).toBe(401)
  })

  test('gets no role, id or verification from what the browser sends', async () => {
    const payload = {
      email: 'eve@donor.example',
      password: PASSWORD,
      name: '',
      id: 'chosen',
      userId: 'chosen',
      role: 'admin',
      isHost: true,
      hostRole: 'owner',
      namedHostAt: new Date().toISOString(),
      emailVerified: true,
    }
    const answer = await server.call({ method: 'POST', url: '/api/auth/sign-up/email', payload })
    const user = await findUser(cookiesOf(answer))
    expect(user).toMatchObject({ email: 'eve@donor.example', emailVerified: false })
    expect(user?.['id']).not.toBe('chosen')
    expect(user).toMatchObject({ isHost: false, role: null })
  })

  test.each([
    ['/api/auth/update-user', { email: 'host@royale.example', role: 'admin' }, 404],
    ['/api/auth/change-email', { newEmail: 'host@royale.example' }, 400],
  ])('cannot take the email of the host at %s', async (url, payload, status) => {
    const donor = await server.signUp()
    const answer = await donor.call({ method: 'POST', url, payload })
    expect(answer.statusCode).toBe(status)
    expect(await findUser(donor.cookie)).toMatchObject({ email: donor.email })
  })
})

test('the answer about oneself is kept by no cache', async () => {
  const donor = await server.signUp()
  const answer = await donor.call({ url: '/api/auth/get-session' })
  expect(answer.json()).toMatchObject({ user: { email: donor.email } })
  expect(answer.headers['cache-control']).toBe('no-store')
})

describe('a path that only normalises to the login route', () => {
  let origin: string

  beforeAll(async () => {
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  })

  test.each([
    '/api/auth/./sign-in/email',
    '/api/auth/other/../sign-in/email',
    '/api/auth/other/%2e%2e/sign-in/email',
    String.raw`/api/auth/sign-in\email`,
  ])('%s is not found, because the limit on logins would not see it', async (path) => {
    expect(await post(origin, path)).toBe(404)
  })

  test('does not depend on the Host header', async () => {
    const status = await post(origin, '/api/auth/sign-in/email', { host: 'ev il.example:x' })
    expect(status).toBe(401)
  })
})

/** Sends a request over a socket, because HTTP clients normalise URLs. */
async function post(origin: string, path: string, headers: object = {}): Promise<number> {
  const { hostname, port } = new URL(origin)
  const outgoing = send({
    hostname,
    port,
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  })
  outgoing.end(JSON.stringify({ email: 'a@donor.example', password: 'not the password' }))
  const [response]: IncomingMessage[] = await once(outgoing, 'response')
  response?.resume()
  return response?.statusCode ?? 0
}
