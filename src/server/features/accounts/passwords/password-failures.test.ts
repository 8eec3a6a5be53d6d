import { hashPassword as hashByLibrary } from 'better-auth/crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cookiesOf,
  expectError,
  openTestApp,
  PASSWORD,
  type TestResponse,
  type TestApp,
  type TestDonor,
} from '#tests/helpers/app/app.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const WRONG = 'not the password'

let server: TestApp
let owner: TestDonor
let now = Date.now()
let lastAddress = 0

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
})

beforeEach(async () => {
  owner = await server.signUp()
})

afterAll(() => server.close())

/** Returns an address that no test has used before. */
function newAddress(): string {
  lastAddress += 1
  return `198.51.${100 + (lastAddress >> 8)}.${lastAddress & 255}`
}

interface Login {
  email?: string
  password?: string
  cookie?: string
  remoteAddress?: string
}

function logIn({
  email = owner.email,
  password = PASSWORD,
  cookie = '',
  remoteAddress = newAddress(),
}: Login = {}): Promise<TestResponse> {
  return server.call({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password },
    headers: { cookie },
    remoteAddress,
  })
}

function changePassword(cookie: string, currentPassword: string): Promise<TestResponse> {
  return server.call({
    method: 'POST',
    url: '/api/auth/change-password',
    payload: { currentPassword, newPassword: 'four unrelated words here' },
    headers: { cookie },
    remoteAddress: newAddress(),
  })
}

/** Makes a call `times` times, one after another; returns the status codes. */
async function repeat(times: number, call: () => Promise<TestResponse>): Promise<number[]> {
  const statuses: number[] = []
  for (let done = 0; done < times; done += 1) statuses.push((await call()).statusCode)
  return statuses
}

const count = (statuses: number[], status: number) =>
  statuses.filter((each) => each === status).length

/** Returns the device cookie, which stays after the logout; a stolen session comes without it. */
const deviceOf = (cookie: string) => cookie.split('; ').find((each) => each.includes('.device='))
const sessionOf = (cookie: string) => cookie.split('; ').find((each) => each.includes('.session_'))

describe('wrong passwords for an account', () => {
  test('are compared five times, from however many addresses they come', async () => {
    const statuses = await repeat(30, () => logIn({ password: WRONG }))
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([5, 25])
  })

  test('are compared five times, when all are sent at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => logIn({ password: WRONG })))
    expect(all.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
  })

  test('are answered with what to do, and as where there is no such account', async () => {
    const answersFor = async (email: string) => {
      const answers: TestResponse[] = []
      for (let tries = 0; tries < 8; tries += 1) {
        answers.push(await logIn({ email, password: WRONG }))
      }
      return answers
    }
    const known = await answersFor(owner.email)
    const unknown = await answersFor('nobody@donor.example')
    const last = known.at(-1)
    if (last === undefined) throw new Error('There was no answer.')
    expect(expectError(last, 429, 'resource-exhausted')).toBe(
      'Too many wrong passwords. Please wait 1 second and try again.',
    )
    const view = ({ statusCode, headers, body }: TestResponse) => ({
      statusCode,
      headers: Object.keys(headers),
      retryAfter: headers['retry-after'],
      body: body.replace(/"requestId":"[^"]+"/, ''),
    })
    expect(unknown.map(view)).toEqual(known.map(view))
  })

  test('are of one account, however its email is capitalised', async () => {
    await repeat(5, () => logIn({ password: WRONG }))
    expect((await logIn({ email: owner.email.toUpperCase() })).statusCode).toBe(429)
    expect((await logIn({ email: 'other@donor.example' })).statusCode).toBe(401)
  })

  test('are forgotten when the password is shown', async () => {
    await repeat(4, () => logIn({ password: WRONG }))
    expect((await logIn()).statusCode).toBe(200)
    expect(count(await repeat(6, () => logIn({ password: WRONG })), 401)).toBe(5)
  })

  test('are not counted where no password was compared', async () => {
    const before = await server.countRows()
    const malformed = () => logIn({ password: 'x'.repeat(200) })
    expect(await repeat(6, malformed)).toEqual([400, 400, 400, 400, 400, 400])
    expect(await server.countRows()).toEqual(before)
    expect((await logIn()).statusCode).toBe(200)
  })
})

describe('the owner of an account under attack', () => {
  test('gets in at once with a browser in which they were before', async () => {
    await server.call({
      method: 'POST',
      url: '/api/auth/sign-out',
      payload: {},
      headers: { cookie: owner.cookie },
    })
    await repeat(100, () => logIn({ password: WRONG }))
    expect((await logIn()).statusCode).toBe(429)
    expect((await logIn({ cookie: deviceOf(owner.cookie) ?? '' })).statusCode).toBe(200)
  })

  test('gets in from an address whose tries others have used up', async () => {
    const remoteAddress = newAddress()
    await repeat(45, () => logIn({ email: 'x', password: WRONG, remoteAddress }))
    expect((await logIn({ remoteAddress })).statusCode).toBe(429)
    const answer = await logIn({ remoteAddress, cookie: deviceOf(owner.cookie) ?? '' })
    expect(answer.statusCode).toBe(200)
  })

  test('gets in with another browser when the delay is over', async () => {
    await repeat(10, () => logIn({ password: WRONG }))
    now += 1_000
    expect((await logIn()).statusCode).toBe(200)
  })

  test('gets in no sooner with the cookie of another account, or one made up', async () => {
    const stranger = await server.signUp('stranger@donor.example')
    await repeat(6, () => logIn({ password: WRONG }))
    const own = deviceOf(owner.cookie) ?? ''
    for (const cookie of [
      deviceOf(stranger.cookie) ?? '',
      `${own.slice(0, -3)}AAA`,
      'royale.device=x',
    ]) {
      expect((await logIn({ cookie })).statusCode).toBe(429)
    }
  })

  test('may mistype too, and is then delayed like others, but not by them', async () => {
    const cookie = deviceOf(owner.cookie) ?? ''
    const statuses = await repeat(8, () => logIn({ cookie, password: WRONG }))
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([5, 3])
    now += 1_000
    expect((await logIn({ cookie })).statusCode).toBe(200)
  })
})

describe('a stolen session', () => {
  test('finds the password no faster than anybody else', async () => {
    const cookie = sessionOf(owner.cookie) ?? ''
    const statuses = await repeat(30, () => changePassword(cookie, WRONG))
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([5, 25])
    expect((await logIn()).statusCode).toBe(429)
  })

  test('makes its browser no known device when it is renewed', async () => {
    const cookie = sessionOf(owner.cookie) ?? ''
    await repeat(5, () => changePassword(cookie, WRONG))
    const { autocommit } = server.database
    const long = new Date(Date.now() - 3 * DAY_MS).toISOString()
    await autocommit
      .updateTable('session')
      .set({ updatedAt: long, expiresAt: inDays(27) })
      .execute()
    const renewed = await server.call({ url: '/api/auth/get-session', headers: { cookie } })
    expect(renewed.cookies.map(({ name }) => name)).toEqual(['royale.session_token'])
  })
})

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

describe('a browser', () => {
  test('is known to all accounts that were opened in it', async () => {
    const first = deviceOf(owner.cookie) ?? ''
    await server.signUp('second@donor.example')
    const both = deviceOf(cookiesOf(await logIn({ email: 'second@donor.example', cookie: first })))
    await repeat(6, () => logIn({ password: WRONG }))
    await repeat(6, () => logIn({ email: 'second@donor.example', password: WRONG }))
    expect((await logIn({ cookie: both ?? '' })).statusCode).toBe(200)
    const second = await logIn({ email: 'second@donor.example', cookie: both ?? '' })
    expect(second.statusCode).toBe(200)
  })

  test('keeps the cookie for 400 days', async () => {
    const cookie = (await logIn()).cookies.find(({ name }) => name === 'royale.device')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 34_560_000 })
    expect(cookie?.value).not.toContain(owner.email)
  })

  test('is not known after a login that failed', async () => {
    expect((await logIn({ password: WRONG })).cookies).toEqual([])
  })
})

describe('a hash that the library made', () => {
  let userId: string

  const readHash = async () => {
    const { password } = await server.database.autocommit
      .selectFrom('account')
      .select('password')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    return String(password)
  }

  beforeEach(async () => {
    const session = await owner.call({ url: '/api/auth/get-session' })
    userId = session.json<{ user: { id: string } }>().user.id
    await server.database.autocommit
      .updateTable('account')
      .set({ password: await hashByLibrary(PASSWORD) })
      .where('userId', '=', userId)
      .execute()
  })

  test('is renewed by the next login, which works as before', async () => {
    expect((await logIn()).statusCode).toBe(200)
    expect(await readHash()).toMatch(/^\$argon2id\$/)
    expect((await logIn()).statusCode).toBe(200)
    expect((await logIn({ password: WRONG })).statusCode).toBe(401)
  })

  test('is left as it is by a wrong password', async () => {
    expect((await logIn({ password: WRONG })).statusCode).toBe(401)
    expect(await readHash()).toMatch(/^[\da-f]{32}:[\da-f]{128}$/)
  })
})
