import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAccountMails, readToken, waitForMail } from '#tests/helpers/accounts/account-mails.ts'
import {
  cookiesOf,
  expectError,
  openTestApp,
  PASSWORD,
  type TestResponse,
  type TestApp,
  type TestDonor,
} from '#tests/helpers/app/app.ts'

const OLD_LINK = 'This link has expired or was used already. Please ask for a new one.'

let server: TestApp

beforeAll(async () => {
  server = await openTestApp()
})

afterAll(() => server.close())

const post = (
  donor: Pick<TestDonor, 'call'>,
  path: string,
  payload: object,
): Promise<TestResponse> => donor.call({ method: 'POST', url: `/api/auth${path}`, payload })

const tokenFor = (email: string, action = 'confirm-email') =>
  readToken(server.database.dataDir, email, action)

async function readUser(donor: TestDonor) {
  const answer = await donor.call({ url: '/api/auth/get-session' })
  return answer.json<{ user: { email: string; emailVerified: boolean } } | null>()?.user
}

function subjectsTo(email: string): (string | undefined)[] {
  const mails = listAccountMails(server.database.dataDir, email)
  return mails.map(({ headers }) => headers.get('subject'))
}

/** Makes all tokens that were issued so far expire. */
async function letTokensExpire(): Promise<void> {
  await server.database.autocommit
    .updateTable('verification')
    .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
    .execute()
}

describe('a new account', () => {
  test('gets a link that confirms its email, and may do everything else before', async () => {
    const donor = await server.signUp()
    expect(await readUser(donor)).toMatchObject({ emailVerified: false })
    const mail = await waitForMail(server.database.dataDir, donor.email, 'Confirm your email')
    expect(mail.text).toContain('http://localhost:3000/#confirm-email=')
    expect(mail.html).toContain('http://localhost:3000/#confirm-email=')
    const token = await tokenFor(donor.email)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const answer = await post(donor, '/verify-email', { token })
    expect(answer.json()).toEqual({ status: true, email: donor.email, changed: false })
    expect(await readUser(donor)).toMatchObject({ emailVerified: true })
  })

  test('is written to in the name of the campaign', async () => {
    const campaignFile = { path: 'campaign.json', settings: { title: 'Gala, <b>Quiz</b> & Co' } }
    const gala = await openTestApp({ campaignFile })
    try {
      const { email } = await gala.signUp()
      const mail = await waitForMail(gala.database.dataDir, email, 'Confirm your email')
      expect(mail.headers.get('from')).toBe('"Gala, <b>Quiz</b> & Co" <no-reply@localhost>')
      expect(mail.text).toContain('\nGala, <b>Quiz</b> & Co\n')
      expect(mail.html).toContain('Gala, &lt;b&gt;Quiz&lt;/b&gt; &amp; Co')
      expect(`${mail.text}${mail.html}`).not.toContain('Donation Royale')
    } finally {
      await gala.close()
    }
  })

  test('has no token readable in the database', async () => {
    const donor = await server.signUp()
    const token = await tokenFor(donor.email)
    const rows = await server.database.autocommit.selectFrom('verification').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is confirmed once by a link, also by parallel requests', async () => {
    const donor = await server.signUp()
    const token = await tokenFor(donor.email)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(donor, '/verify-email', { token })),
    )
    expect(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, ...Array(7).fill(400)])
    const again = await post(donor, '/verify-email', { token })
    expect(expectError(again, 400, 'invalid-argument')).toBe(OLD_LINK)
    expect(again.json()).toMatchObject({ error: { reason: 'INVALID_TOKEN' } })
  })

  test('is not confirmed by a link that is a day old or made up', async () => {
    const donor = await server.signUp()
    const token = await tokenFor(donor.email)
    await letTokensExpire()
    for (const bad of [token, 'made-up', `${token}x`]) {
      const answer = await post(donor, '/verify-email', { token: bad })
      expect(expectError(answer, 400, 'invalid-argument')).toBe(OLD_LINK)
    }
    expect(await readUser(donor)).toMatchObject({ emailVerified: false })
  })

  test('is not confirmed by a visitor who is not signed in', async () => {
    const impostor = await server.signUp('victim@donor.example')
    const token = await tokenFor('victim@donor.example')
    expectError(await post(server, '/verify-email', { token }), 401, 'unauthenticated')
    const other = await server.signUp()
    const answer = await post(other, '/verify-email', { token })
    expectError(answer, 409, 'failed-precondition')
    expect(answer.json()).toMatchObject({ error: { reason: 'OTHER_ACCOUNT' } })
    expect(await readUser(impostor)).toMatchObject({ emailVerified: false })
    expect((await post(impostor, '/verify-email', { token })).statusCode).toBe(200)
  })

  test('has its token in no log', async () => {
    const donor = await server.signUp()
    const token = await tokenFor(donor.email)
    await post(donor, '/verify-email', { token })
    expect(server.log()).not.toContain(token)
  })
})

describe('another confirmation', () => {
  test('is sent three times an hour at most', async () => {
    const donor = await server.signUp()
    for (let sent = 1; sent < 3; sent += 1) {
      const answer = await post(donor, '/send-verification-email', {})
      expect(answer.json()).toEqual({ status: true })
    }
    const refused = await post(donor, '/send-verification-email', {})
    expect(expectError(refused, 429, 'resource-exhausted')).toBe(
      'Three of these mails were sent in the last hour. Look among your spam, or try again later.',
    )
    expect(refused.json()).toMatchObject({ error: { reason: 'MAIL_LIMIT' } })
  })

  test('is counted by the mailbox, which has many addresses', async () => {
    const { dataDir } = server.database
    const addresses = ['+1', '+2', '+3', '+4', ''].map((tag) => `bombed${tag}@donor.example`)
    for (const address of addresses) await server.signUp(address)
    const counts = () => addresses.map((address) => listAccountMails(dataDir, address).length)
    await expect.poll(counts).toEqual([1, 1, 1, 0, 0])
  })

  test('is not sent where there is nothing to confirm', async () => {
    const donor = await server.signUp()
    await server.confirmEmail(donor.email)
    const answer = await post(donor, '/send-verification-email', {})
    expect(expectError(answer, 409, 'failed-precondition')).toBe('Your email is confirmed already.')
  })
})

describe('a change of email', () => {
  test('asks for the password', async () => {
    const donor = await server.signUp()
    const payload = { newEmail: 'elsewhere@donor.example', password: 'not the password' }
    const answer = await post(donor, '/change-email', payload)
    expect(expectError(answer, 400, 'invalid-argument')).toBe(
      'The current password is not right. Please check it.',
    )
    expect(subjectsTo('elsewhere@donor.example')).toEqual([])
  })

  test('is done when the link in the mail to the new address is opened, and told to the old', async () => {
    const donor = await server.signUp('old@donor.example')
    await server.confirmEmail('old@donor.example')
    const payload = { newEmail: 'New@Donor.example', password: PASSWORD }
    expect((await post(donor, '/change-email', payload)).json()).toEqual({ status: true })
    expect(await readUser(donor)).toMatchObject({ email: 'old@donor.example' })
    await waitForMail(server.database.dataDir, 'new@donor.example', 'Confirm your new email')
    const token = await tokenFor('new@donor.example')
    const answer = await post(donor, '/verify-email', { token })
    expect(answer.json()).toEqual({ status: true, email: 'new@donor.example', changed: true })
    expect(await readUser(donor)).toMatchObject({ email: 'new@donor.example', emailVerified: true })
    await waitForMail(server.database.dataDir, 'old@donor.example', 'Your email was changed')
  })

  test('does not tell whether somebody has the address, and does not take it', async () => {
    const donor = await server.signUp()
    const known = await server.signUp()
    const answer = await post(donor, '/change-email', { newEmail: known.email, password: PASSWORD })
    const free = await post(donor, '/change-email', {
      newEmail: 'free@donor.example',
      password: PASSWORD,
    })
    expect(answer.body).toBe(free.body)
    await waitForMail(server.database.dataDir, 'free@donor.example', 'Confirm your new email')
    await expect.poll(() => subjectsTo(known.email)).toEqual(['Confirm your email'])
  })

  test('to an address that somebody takes meanwhile is refused', async () => {
    const donor = await server.signUp()
    const newEmail = 'wanted@donor.example'
    await post(donor, '/change-email', { newEmail, password: PASSWORD })
    const token = await tokenFor(newEmail)
    await server.signUp(newEmail)
    const answer = await post(donor, '/verify-email', { token })
    expect(expectError(answer, 409, 'already-exists')).toBe(
      'This email has an account by now. Choose another one.',
    )
  })

  test('to the same address is refused', async () => {
    const donor = await server.signUp()
    const payload = { newEmail: donor.email.toUpperCase(), password: PASSWORD }
    const answer = await post(donor, '/change-email', payload)
    expect(expectError(answer, 400, 'invalid-argument')).toBe(
      'This is your email already. Enter another one.',
    )
  })

  test('that waits is void after a change of the password', async () => {
    const donor = await server.signUp()
    const newEmail = 'thief@donor.example'
    await post(donor, '/change-email', { newEmail, password: PASSWORD })
    const token = await tokenFor(newEmail)
    const changed = await post(donor, '/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'another canary',
    })
    const answer = await server.call({
      method: 'POST',
      url: '/api/auth/verify-email',
      payload: { token },
      headers: { cookie: cookiesOf(changed) },
    })
    expect(expectError(answer, 400, 'invalid-argument')).toBe(OLD_LINK)
  })
})
