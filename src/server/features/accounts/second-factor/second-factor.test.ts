import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAccountMails, waitForMail } from '#tests/helpers/accounts/account-mails.ts'
import {
  cookiesOf,
  expectError,
  openTestApp,
  PASSWORD,
  type TestResponse,
  type TestApp,
} from '#tests/helpers/app/app.ts'
import { totpOf } from '#tests/helpers/accounts/totp.ts'

let server: TestApp
let now = Date.now()
let tests = 0

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
})

beforeEach(() => {
  now = Date.now()
  // Each test has its own client address, because tries of one address are limited too.
  tests += 1
})

afterAll(() => server.close())

type Post = (path: string, payload: object) => Promise<TestResponse>

function postWith(cookie: string): Post {
  return (path, payload) =>
    server.call({
      method: 'POST',
      url: `/api/auth${path}`,
      payload,
      headers: { cookie },
      remoteAddress: `198.51.100.${tests}`,
    })
}

/** Signs up a donor with a confirmed address, and with a second factor if `on` is true. */
async function enrol({ on } = { on: true }) {
  const donor = await server.signUp()
  await server.confirmEmail(donor.email)
  const answer = await postWith(donor.cookie)('/two-factor/enable', { password: PASSWORD })
  expect(answer.statusCode).toBe(200)
  const { totpURI, backupCodes } = answer.json<{ totpURI: string; backupCodes: string[] }>()
  if (!on) return { ...donor, totpURI, backupCodes }
  const turnedOn = await postWith(donor.cookie)('/two-factor/verify-totp', {
    code: totpOf(totpURI),
  })
  expect(turnedOn.statusCode).toBe(200)
  return { ...donor, totpURI, backupCodes, cookie: cookiesOf(turnedOn) }
}

/** Returns the code after that of `enrol`, which counts early, and also if a step has passed. */
const nextCodeOf = ({ totpURI }: { totpURI: string }) => totpOf(totpURI, 1)

async function enterPassword(email: string): Promise<{ answer: TestResponse; cookie: string }> {
  const answer = await postWith('')('/sign-in/email', { email, password: PASSWORD })
  const kept = answer.cookies.filter(({ value }) => value !== '')
  const cookie = kept.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  return { answer, cookie }
}

async function readSession(cookie: string) {
  const answer = await server.call({ url: '/api/auth/get-session', headers: { cookie } })
  return answer.json<{
    session: { secondFactorAt: string | null }
    user: { email: string; twoFactorEnabled: boolean }
  } | null>()
}

function expectRefusal(answer: TestResponse, status: number, code: string, sentence: string): void {
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toEqual({ code, message: sentence })
}

const WRONG = 'This code is not right, or was used already. Wait for the next one and try it.'

describe('setting it up', () => {
  test('needs a confirmed email, so that nobody locks an address that is not theirs', async () => {
    const donor = await server.signUp()
    const answer = await postWith(donor.cookie)('/two-factor/enable', { password: PASSWORD })
    const sentence = expectError(answer, 409, 'failed-precondition')
    expect(sentence).toContain('Confirm your email first')
    expect(answer.json()).toMatchObject({ error: { reason: 'EMAIL_NOT_CONFIRMED' } })
  })

  test('needs the password', async () => {
    const donor = await server.signUp()
    await server.confirmEmail(donor.email)
    const answer = await postWith(donor.cookie)('/two-factor/enable', { password: 'another one' })
    const sentence = 'The current password is not right. Please check it.'
    expectRefusal(answer, 400, 'INVALID_PASSWORD', sentence)
  })

  test('is done when a code was shown, and not before', async () => {
    const donor = await enrol({ on: false })
    expect(new URL(donor.totpURI).searchParams.get('issuer')).toBe('Donation Royale')
    expect((await readSession(donor.cookie))?.user.twoFactorEnabled).toBe(false)
    expect((await enterPassword(donor.email)).answer.json()).toMatchObject({
      user: { email: donor.email },
    })
    const code = nextCodeOf(donor)
    const answer = await postWith(donor.cookie)('/two-factor/verify-totp', { code })
    const session = await readSession(cookiesOf(answer))
    expect(session?.user.twoFactorEnabled).toBe(true)
    expect(session?.session.secondFactorAt).toBe(new Date(now).toISOString())
    await waitForMail(server.database.dataDir, donor.email, 'Your second factor is on')
  })

  test('cannot be repeated over one that is on', async () => {
    const donor = await enrol()
    const answer = await postWith(donor.cookie)('/two-factor/enable', { password: PASSWORD })
    const sentence = 'Your account has a second factor already. Turn it off before a new one.'
    expectRefusal(answer, 400, 'TOTP_ALREADY_ENABLED', sentence)
  })

  test('keeps neither the secret nor a recovery code readable in the database', async () => {
    const { totpURI, backupCodes } = await enrol()
    const rows = await server.database.autocommit.selectFrom('twoFactor').selectAll().execute()
    const kept = JSON.stringify(rows)
    expect(kept).not.toContain(new URL(totpURI).searchParams.get('secret'))
    for (const code of backupCodes) expect(kept).not.toContain(code)
  })
})

describe('logging in', () => {
  test('asks for a code after the password, and gives no session before', async () => {
    const donor = await enrol()
    const { answer, cookie } = await enterPassword(donor.email)
    expect(answer.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    expect(await readSession(cookie)).toBeNull()
    const done = await postWith(cookie)('/two-factor/verify-totp', { code: nextCodeOf(donor) })
    expect(done.json()).toMatchObject({ user: { email: donor.email } })
    expect(done.body).not.toContain('token')
    expect((await readSession(cookiesOf(done)))?.user.email).toBe(donor.email)
  })

  test('takes a code once, also in parallel requests', async () => {
    const donor = await enrol()
    const challenges = await Promise.all([0, 1, 2].map(() => enterPassword(donor.email)))
    const code = nextCodeOf(donor)
    const answers = await Promise.all(
      challenges.map(({ cookie }) => postWith(cookie)('/two-factor/verify-totp', { code })),
    )
    expect(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 401, 401])
    const refused = answers.find(({ statusCode }) => statusCode === 401)
    expect(refused?.json()).toEqual({ code: 'INVALID_CODE', message: WRONG })
  })

  test('takes each recovery code once', async () => {
    const donor = await enrol()
    const [code = ''] = donor.backupCodes
    const first = await enterPassword(donor.email)
    const answer = await postWith(first.cookie)('/two-factor/verify-backup-code', { code })
    expect(answer.statusCode).toBe(200)
    const second = await enterPassword(donor.email)
    expectRefusal(
      await postWith(second.cookie)('/two-factor/verify-backup-code', { code }),
      401,
      'INVALID_BACKUP_CODE',
      'This recovery code is not right, or was used already. Try another one.',
    )
  })

  test('needs the password first', async () => {
    const donor = await enrol()
    expectRefusal(
      await postWith('')('/two-factor/verify-totp', { code: nextCodeOf(donor) }),
      401,
      'INVALID_TWO_FACTOR_COOKIE',
      'This took too long. Please log in with your password again.',
    )
  })

  test('accepts no other cookie in place of the password', async () => {
    const options = await postWith('')('/passkey/generate-authenticate-options', {})
    const [passkey] = options.cookies
    const cookie = `royale.two_factor=${encodeURIComponent(passkey?.value ?? '')}`
    const before = await server.countRows()
    const answer = await postWith(cookie)('/two-factor/verify-totp', { code: '123456' })
    const sentence = 'This took too long. Please log in with your password again.'
    expectRefusal(answer, 401, 'INVALID_TWO_FACTOR_COOKIE', sentence)
    expect(await server.countRows()).toEqual(before)
  })

  test('trusts no device, whatever the browser asks for', async () => {
    const donor = await enrol()
    const { cookie } = await enterPassword(donor.email)
    const payload = { code: nextCodeOf(donor), trustDevice: true }
    const done = await postWith(cookie)('/two-factor/verify-totp', payload)
    const again = await postWith(cookiesOf(done))('/sign-in/email', {
      email: donor.email,
      password: PASSWORD,
    })
    expect(again.json()).toMatchObject({ twoFactorRedirect: true })
  })
})

describe('guessing', () => {
  const guess = (index: number) => ({ code: String(index).padStart(6, '0') })

  test('is slowed after five wrong codes, over all challenges, and longer each time', async () => {
    const donor = await enrol()
    for (let index = 0; index < 5; index += 1) {
      const { cookie } = await enterPassword(donor.email)
      const answer = await postWith(cookie)('/two-factor/verify-totp', guess(index))
      expect(answer.statusCode).toBe(401)
    }
    const { cookie } = await enterPassword(donor.email)
    const right = { code: nextCodeOf(donor) }
    const refused = await postWith(cookie)('/two-factor/verify-totp', right)
    const sentence = 'Too many wrong codes. Please wait 30 seconds and try again.'
    expectRefusal(refused, 429, 'TOO_MANY_ATTEMPTS', sentence)
    expect(refused.headers['retry-after']).toBe('30')
    now += 30_000
    expect((await postWith(cookie)('/two-factor/verify-totp', guess(6))).statusCode).toBe(401)
    now += 59_000
    expect((await postWith(cookie)('/two-factor/verify-totp', guess(7))).statusCode).toBe(429)
    now += 1_000
    expect((await postWith(cookie)('/two-factor/verify-totp', right)).statusCode).toBe(200)
  })

  test('is slowed for signed-in users too, also in parallel requests', async () => {
    const donor = await enrol()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        postWith(donor.cookie)('/two-factor/verify-backup-code', {
          code: `aaaaa-${String(index).padStart(5, '0')}`,
        }),
      ),
    )
    const tried = answers.filter(({ statusCode }) => statusCode === 401)
    expect(tried).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
  })

  test.each(['12345', 'abcdef', '', '1234567'])('takes no code like "%s"', async (code) => {
    const answer = await postWith('')('/two-factor/verify-totp', { code })
    expect(expectError(answer, 400, 'invalid-argument')).toBe(
      'A code has 6 digits. Please check it.',
    )
  })
})

describe('turning it off', () => {
  test('needs the password and a code, and is told by mail', async () => {
    const donor = await enrol()
    const post = postWith(donor.cookie)
    const code = nextCodeOf(donor)
    const wrongPassword = await post('/two-factor/disable', { password: 'another one', code })
    expect(expectError(wrongPassword, 400, 'invalid-argument')).toBe(
      'The current password is not right. Please check it.',
    )
    const wrongCode = await post('/two-factor/disable', { password: PASSWORD, code: '000000' })
    expect(expectError(wrongCode, 400, 'invalid-argument')).toBe(WRONG)
    const answer = await post('/two-factor/disable', { password: PASSWORD, code })
    expect(answer.json()).toEqual({ status: true })
    expect((await readSession(cookiesOf(answer)))?.user.twoFactorEnabled).toBe(false)
    await waitForMail(server.database.dataDir, donor.email, 'Your second factor is off')
  })

  test('works with a recovery code, for whoever has lost the phone', async () => {
    const donor = await enrol()
    const answer = await postWith(donor.cookie)('/two-factor/disable', {
      password: PASSWORD,
      code: donor.backupCodes[0],
    })
    expect(answer.statusCode).toBe(200)
  })
})

test('new recovery codes void the old ones', async () => {
  const donor = await enrol()
  const post = postWith(donor.cookie)
  const answer = await post('/two-factor/generate-backup-codes', {
    password: PASSWORD,
    code: nextCodeOf(donor),
  })
  const { backupCodes } = answer.json<{ backupCodes: string[] }>()
  expect(backupCodes).toHaveLength(10)
  const old = await post('/two-factor/verify-backup-code', { code: donor.backupCodes[0] })
  expect(old.statusCode).toBe(401)
  const fresh = await post('/two-factor/verify-backup-code', { code: backupCodes[0] })
  expect(fresh.statusCode).toBe(200)
})

test('a mail about it goes to confirmed addresses alone', async () => {
  const donor = await enrol({ on: false })
  await server.database.autocommit
    .updateTable('user')
    .set({ emailVerified: 0 })
    .where('email', '=', donor.email)
    .execute()
  await postWith(donor.cookie)('/two-factor/verify-totp', { code: nextCodeOf(donor) })
  await server.app.close()
  const subjects = listAccountMails(server.database.dataDir, donor.email).map(({ headers }) =>
    headers.get('subject'),
  )
  expect(subjects).toEqual(['Confirm your email'])
})
