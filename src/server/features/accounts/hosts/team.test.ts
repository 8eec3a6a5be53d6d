import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditPageSchema } from '#contract/host/audit.ts'
import { teamSchema, type Team } from '#contract/host/team.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import { readToken, waitForMail } from '#tests/helpers/accounts/account-mails.ts'
import {
  expectError,
  HOST_EMAIL,
  openTestApp,
  type TestApp,
  type TestDonor,
  type TestResponse,
} from '#tests/helpers/app/app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const INVITED = 'tess@member.example'

let server: TestApp
let owner: TestDonor
let now: number

beforeEach(async () => {
  now = Date.now()
  server = await openTestApp({ adminEmail: undefined, clock: () => now })
  owner = await server.signUpMember('owner')
})

afterEach(() => server.close())

async function readTeam(by = owner): Promise<Team> {
  return teamSchema.parse((await by.call({ url: HOST_ROUTES.team })).json())
}

const invite = (payload: object, by = owner): Promise<TestResponse> =>
  by.call({ method: 'POST', url: `${HOST_ROUTES.team}/invitations`, payload })

const claim = (donor: TestDonor, token: string): Promise<TestResponse> =>
  donor.call({ method: 'POST', url: HOST_ROUTES.claims, payload: { token } })

async function idOf({ email }: TestDonor): Promise<string> {
  const member = (await readTeam()).members.find((one) => one.email === email)
  return member?.id ?? 'none'
}

async function setRole(member: TestDonor, role: string, by = owner): Promise<TestResponse> {
  const url = `${HOST_ROUTES.team}/${await idOf(member)}`
  return by.call({ method: 'PUT', url, payload: { role } })
}

async function remove(member: TestDonor, by = owner): Promise<TestResponse> {
  return by.call({ method: 'DELETE', url: `${HOST_ROUTES.team}/${await idOf(member)}` })
}

async function signUpConfirmed(email?: string): Promise<TestDonor> {
  const donor = await server.signUp(email)
  await server.confirmEmail(donor.email)
  return donor
}

async function inviteTess(role = 'treasurer'): Promise<string> {
  expect((await invite({ email: INVITED, role })).statusCode).toBe(200)
  return readToken(server.database.dataDir, INVITED, 'host')
}

async function readActions(): Promise<string[]> {
  const answer = await owner.call({ url: HOST_ROUTES.audit })
  return auditPageSchema.parse(answer.json()).entries.map(({ action }) => action)
}

describe('an invitation', () => {
  test('makes the account with its email a member, once, and both get a mail', async () => {
    const token = await inviteTess()
    await waitForMail(server.database.dataDir, owner.email, 'You have changed the team')
    expect((await readTeam()).invitations).toMatchObject([
      { email: INVITED, role: 'treasurer', isExpired: false },
    ])
    const tess = await signUpConfirmed(INVITED)
    now += DAY_MS
    expect((await claim(tess, token)).statusCode).toBe(200)
    await waitForMail(server.database.dataDir, INVITED, 'You are in the team now')
    expect(await readTeam()).toMatchObject({
      members: [{ email: owner.email }, { email: INVITED, role: 'treasurer' }],
      invitations: [],
    })
    expect((await tess.call({ url: HOST_ROUTES.reviews })).statusCode).toBe(200)
    await remove(tess)
    expectError(await claim(tess, token), 400, 'invalid-argument')
    expect(await readActions()).toEqual(['member.removed', 'member.joined', 'member.invited'])
  })

  test('of parallel requests serves one', async () => {
    const token = await inviteTess()
    const tess = await signUpConfirmed(INVITED)
    const answers = await Promise.all([claim(tess, token), claim(tess, token), claim(tess, token)])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(2)
  })

  test('is of no use to another account, nor before the email is confirmed', async () => {
    const token = await inviteTess()
    const refused = await claim(await signUpConfirmed(), token)
    expect(expectError(refused, 403, 'permission-denied')).toBe(
      'This invitation is for another email. Log in with the account that it was sent to.',
    )
    const tess = await server.signUp(INVITED)
    expectError(await claim(tess, token), 409, 'failed-precondition')
    await server.confirmEmail(INVITED)
    expect((await claim(tess, token)).statusCode).toBe(200)
  })

  test('ends after 7 days, when it is withdrawn, and by a new one', async () => {
    const first = await inviteTess()
    const tess = await signUpConfirmed(INVITED)
    now += 7 * DAY_MS
    expectError(await claim(tess, first), 400, 'invalid-argument')
    const [invitation] = (await readTeam()).invitations
    expect(invitation).toMatchObject({ isExpired: true })
    const url = `${HOST_ROUTES.team}/invitations/${invitation?.id}`
    expect((await owner.call({ method: 'DELETE', url })).statusCode).toBe(200)
    const again = await owner.call({ method: 'DELETE', url })
    expect(expectError(again, 404, 'not-found')).toBe(
      'This invitation was used or withdrawn already.',
    )
    expect((await readTeam()).invitations).toEqual([])
  })

  test('is kept without its token, and in the audit log without its address', async () => {
    const token = await inviteTess()
    const { reader } = server.database
    const rows = await reader.selectFrom('team_invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    const entries = await reader.selectFrom('audit_entries').selectAll().execute()
    expect(JSON.stringify(entries)).not.toContain(INVITED)
    expect(JSON.stringify(entries)).toContain('t…@member.example')
  })

  test.each([
    [
      { email: 'nobody', role: 'owner' },
      'This is not an email address yet. It looks like name@example.com.',
    ],
    [{ email: INVITED, role: 'king' }, 'The role must be owner, treasurer or moderator.'],
  ])('is refused for %o', async (payload, sentence) => {
    expect(expectError(await invite(payload), 400, 'invalid-argument')).toBe(sentence)
  })

  test('is refused for a member, and beyond 20 open ones', async () => {
    const known = await invite({ email: owner.email.toUpperCase(), role: 'moderator' })
    expect(expectError(known, 409, 'failed-precondition')).toBe(
      'This person is in the team already.',
    )
    const row = { role: 'moderator' as const, created_at: now, expires_at: now + DAY_MS }
    const values = Array.from({ length: 20 }, (_, index) => ({
      ...row,
      id: `i-${index}`,
      email: `m${index}@member.example`,
      token_hash: `${index}`,
    }))
    await server.database.autocommit.insertInto('team_invitations').values(values).execute()
    expect(
      expectError(await invite({ email: INVITED, role: 'owner' }), 409, 'failed-precondition'),
    ).toBe('There are 20 open invitations, which is the most. Withdraw one first.')
  })
})

describe('a member', () => {
  test('who is removed has no rights at the next request, and is told', async () => {
    const moderator = await server.signUpMember('moderator')
    expect((await remove(moderator)).statusCode).toBe(200)
    const session = await moderator.call({ url: `${ROUTES.auth}/get-session` })
    expect(session.json()).toMatchObject({ user: { role: null, isHost: false } })
    await waitForMail(server.database.dataDir, moderator.email, 'You are no longer a host')
    const gone = await owner.call({ method: 'DELETE', url: `${HOST_ROUTES.team}/none` })
    expect(expectError(gone, 404, 'not-found')).toBe('This person is not in the team any more.')
  })

  test('who gets another role has its rights at the next request', async () => {
    const member = await server.signUpMember('moderator')
    expectError(await member.call({ url: HOST_ROUTES.reviews }), 403, 'permission-denied')
    expect((await setRole(member, 'treasurer')).statusCode).toBe(200)
    expect((await member.call({ url: HOST_ROUTES.reviews })).statusCode).toBe(200)
    await waitForMail(server.database.dataDir, member.email, 'Your role has changed')
    expect((await setRole(member, 'treasurer')).statusCode).toBe(200)
    expect(await readActions()).toEqual(['member.role_changed'])
  })

  test('who is the last owner can neither leave nor step down', async () => {
    await server.signUpMember('treasurer')
    for (const answer of [await remove(owner), await setRole(owner, 'moderator')]) {
      expect(expectError(answer, 409, 'failed-precondition')).toBe(
        'The team needs an owner. Make somebody else an owner first.',
      )
    }
    await server.signUpMember('owner')
    expect((await setRole(owner, 'moderator')).statusCode).toBe(200)
  })
})

test('the owner whom ADMIN_EMAIL names is changed by that setting alone', async () => {
  await server.close()
  server = await openTestApp()
  owner = await server.signUpHost()
  const other = await server.signUpMember('owner')
  expect((await readTeam(other)).members).toContainEqual(
    expect.objectContaining({ email: HOST_EMAIL, role: 'owner', isByAdminEmail: true }),
  )
  const refused = await remove(owner, other)
  expect(expectError(refused, 409, 'failed-precondition')).toBe(
    'This owner is named by ADMIN_EMAIL: change that setting and start again.',
  )
})
