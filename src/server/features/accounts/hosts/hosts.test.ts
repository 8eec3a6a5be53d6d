import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { PaymentsMode } from '#contract/config.ts'
import { waitForMail } from '#tests/helpers/accounts/account-mails.ts'
import {
  AUTH_SECRET,
  buildPublicConfig,
  cookiesOf,
  expectError,
  openTestApp,
  OPERATOR_TOKEN,
  PASSWORD,
  type TestResponse,
  type TestApp,
  type TestAppOptions,
  type TestDonor,
} from '#tests/helpers/app/app.ts'
import { totpOf } from '#tests/helpers/accounts/totp.ts'
import { installRateLimits } from '#server/http/guards/rate-limits.ts'
import { createMemoryHits } from '#server/infra/hits/memory-hits.ts'
import { ownClock } from '#server/infra/shared-clock.ts'
import { openAccounts, type Accounts } from '../accounts.ts'

let server: TestApp
let now = Date.now()

afterEach(() => server.close())

async function open(options: TestAppOptions = {}): Promise<void> {
  now = Date.now()
  server = await openTestApp({ adminEmail: undefined, clock: () => now, ...options })
}

function order(method: 'GET' | 'POST', url: string, payload?: object): Promise<TestResponse> {
  return server.call({
    method,
    url,
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    ...(payload && { payload }),
  })
}

async function issueToken(): Promise<string> {
  const { url } = (await order('POST', '/api/hosts/links')).json<{ url: string }>()
  expect(url).toMatch(/^http:\/\/localhost:3000\/#host=[\w-]{43}$/)
  return url.split('=')[1] ?? ''
}

const claim = (donor: Pick<TestDonor, 'call'>, token: string): Promise<TestResponse> =>
  donor.call({ method: 'POST', url: '/api/host/claims', payload: { token } })

async function signUpConfirmed(email?: string): Promise<TestDonor> {
  const donor = await server.signUp(email)
  await server.confirmEmail(donor.email)
  return donor
}

async function isHost(donor: Pick<TestDonor, 'call'>): Promise<boolean | undefined> {
  const answer = await donor.call({ url: '/api/auth/get-session' })
  return answer.json<{ user: { isHost: boolean } } | null>()?.user.isHost
}

describe('the account that ADMIN_EMAIL names', () => {
  test('is the host once its email is confirmed, and not before', async () => {
    await open({ adminEmail: 'host@royale.example' })
    const host = await server.signUp('host@royale.example')
    expect(await isHost(host)).toBe(false)
    await server.confirmEmail('host@royale.example')
    expect(await isHost(host)).toBe(true)
    expect(await isHost(await signUpConfirmed())).toBe(false)
  })
})

describe('the one-time link', () => {
  test('makes the account that opens it a host, at once', async () => {
    await open()
    const donor = await signUpConfirmed()
    expect((await claim(donor, await issueToken())).json()).toEqual({ status: true })
    expect(await isHost(donor)).toBe(true)
    await waitForMail(server.database.dataDir, donor.email, 'You are a host now')
  })

  test('works once, also for parallel requests', async () => {
    await open()
    const donors = [await signUpConfirmed(), await signUpConfirmed(), await signUpConfirmed()]
    const token = await issueToken()
    const answers = await Promise.all(donors.map((donor) => claim(donor, token)))
    expect(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 400, 400])
    const refused = answers.find(({ statusCode }) => statusCode === 400)
    expect(refused?.json()).toMatchObject({
      error: {
        message: 'This link has expired or was used already. Please ask for a new one.',
        reason: 'INVALID_TOKEN',
      },
    })
  })

  test('ends after ten minutes', async () => {
    await open()
    const donor = await signUpConfirmed()
    const token = await issueToken()
    now += 10 * 60_000
    expectError(await claim(donor, token), 400, 'invalid-argument')
    expect(await isHost(donor)).toBe(false)
  })

  test('stays while nobody is signed in, or the email is not confirmed', async () => {
    await open()
    const token = await issueToken()
    expectError(await claim(server, token), 401, 'unauthenticated')
    const donor = await server.signUp()
    const early = await claim(donor, token)
    expect(expectError(early, 409, 'failed-precondition')).toBe(
      'Confirm your email first: only an account with a confirmed email can be a host. Then try again.',
    )
    expect(early.json()).toMatchObject({ error: { reason: 'EMAIL_NOT_CONFIRMED' } })
    await server.confirmEmail(donor.email)
    expect((await claim(donor, token)).statusCode).toBe(200)
  })

  test('is made for the operator alone; others get a 404', async () => {
    await open()
    const donor = await signUpConfirmed()
    for (const call of [donor.call, server.call]) {
      expectError(await call({ method: 'POST', url: '/api/hosts/links' }), 404, 'not-found')
      expectError(await call({ url: '/api/hosts' }), 404, 'not-found')
      const payload = { email: donor.email }
      const url = '/api/hosts/removals'
      expectError(await call({ method: 'POST', url, payload }), 404, 'not-found')
    }
  })

  test('is kept hashed', async () => {
    await open()
    const token = await issueToken()
    const rows = await server.database.autocommit.selectFrom('verification').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a host who is removed', () => {
  test('is none at the next request, and gets a mail', async () => {
    await open()
    const donor = await signUpConfirmed()
    await claim(donor, await issueToken())
    expect((await order('GET', '/api/hosts')).json()).toEqual({
      hosts: [{ email: donor.email, by: 'link', role: 'owner', isActive: true }],
    })
    const payload = { email: donor.email.toUpperCase() }
    expect((await order('POST', '/api/hosts/removals', payload)).json()).toEqual({ removed: true })
    expect(await isHost(donor)).toBe(false)
    await waitForMail(server.database.dataDir, donor.email, 'You are no longer a host')
    expect((await order('POST', '/api/hosts/removals', payload)).json()).toEqual({ removed: false })
  })

  test('by ADMIN_EMAIL is listed as waiting until the address is confirmed', async () => {
    await open({ adminEmail: 'host@royale.example' })
    const list = async () => (await order('GET', '/api/hosts')).json<{ hosts: object[] }>().hosts
    const entry = { email: 'host@royale.example', by: 'ADMIN_EMAIL', role: 'owner' }
    expect(await list()).toEqual([{ ...entry, isActive: false }])
    await signUpConfirmed('host@royale.example')
    expect(await list()).toEqual([{ ...entry, isActive: true }])
  })
})

test('the page is told who may delete test donations', async () => {
  await open()
  const donor = await signUpConfirmed()
  const may = async (one: TestDonor) => {
    const answer = await one.call({ url: '/api/auth/get-session' })
    return answer.json<{ user: { mayDeleteTestDonations: boolean } }>().user.mayDeleteTestDonations
  }
  expect(await may(donor)).toBe(true)
  const host = await signUpConfirmed()
  await claim(host, await issueToken())
  expect(await may(donor)).toBe(false)
  expect(await may(host)).toBe(true)
})

describe('what is for the host alone', () => {
  let accounts: Accounts

  /** Opens a server with two routes for the host, one of which needs a step-up. */
  async function openGuarded(mode: PaymentsMode, adminEmail?: string): Promise<void> {
    const publicConfig = buildPublicConfig({ payments: mode })
    const prepare = (app: FastifyInstance) => {
      const access = { permissions: ['money'] as const, stepUp: false }
      const stepUp = { ...access, stepUp: true }
      app.get('/api/host/look', { config: { access } }, (request) =>
        accounts.requireHost('money')(request),
      )
      app.post('/api/host/change', { config: { access: stepUp } }, (request) =>
        accounts.requireHostStepUp('money')(request),
      )
    }
    await open({ publicConfig, adminEmail, prepare })
    accounts = await openAccounts({
      database: server.database,
      publicUrl: 'http://localhost:3000',
      secret: AUTH_SECRET,
      operatorToken: OPERATOR_TOKEN,
      adminEmail,
      publicConfig,
      campaign: { current: DEFAULT_CAMPAIGN },
      limits: installRateLimits(Fastify(), createMemoryHits({ clock: () => now })),
      mailer: { send: async () => {}, close: async () => {} },
      clock: () => now,
      sharedClock: ownClock(() => now),
      schedule: () => () => {},
      logger: pino({ level: 'silent' }),
    })
  }

  const look = (donor: TestDonor) => donor.call({ url: '/api/host/look' })
  const change = (donor: Pick<TestDonor, 'call'>) =>
    donor.call({ method: 'POST', url: '/api/host/change', payload: {} })

  test('is refused to donors and visitors', async () => {
    await openGuarded('test')
    const donor = await signUpConfirmed()
    const refused = await look(donor)
    expect(expectError(refused, 403, 'permission-denied')).toBe('Only the host may do this.')
    expect(refused.json()).toMatchObject({ error: { reason: 'NOT_HOST' } })
    expectError(await change(server), 401, 'unauthenticated')
  })

  test('needs no second factor where no real money moves', async () => {
    await openGuarded('test', 'host@royale.example')
    const host = await server.signUpHost()
    expect((await look(host)).statusCode).toBe(200)
    expect((await change(host)).statusCode).toBe(200)
  })

  test('needs a second factor in live mode, shown in the last 10 minutes to change things', async () => {
    await openGuarded('live', 'host@royale.example')
    const host = await server.signUpHost()
    const bare = await look(host)
    expect(expectError(bare, 403, 'permission-denied')).toBe(
      'Set up a second factor first: with real money the host needs one.',
    )
    expect(bare.json()).toMatchObject({ error: { reason: 'SECOND_FACTOR_MISSING' } })

    const post = (path: string, payload: object, cookie: string) =>
      server.call({ method: 'POST', url: `/api/auth${path}`, payload, headers: { cookie } })
    const enrolment = await post('/two-factor/enable', { password: PASSWORD }, host.cookie)
    const { totpURI } = enrolment.json<{ totpURI: string }>()
    const first = await post('/two-factor/verify-totp', { code: totpOf(totpURI) }, host.cookie)
    const cookie = cookiesOf(first)
    const proven: TestDonor = {
      ...host,
      call: (request) => server.call({ ...request, headers: { cookie } }),
    }
    expect((await look(proven)).statusCode).toBe(200)
    expect((await change(proven)).statusCode).toBe(200)

    now += 10 * 60_000
    expect((await look(proven)).statusCode).toBe(200)
    const stale = await change(proven)
    expect(expectError(stale, 403, 'permission-denied')).toBe(
      'Show your second factor again: enter a code, or log in with your passkey.',
    )
    expect(stale.json()).toMatchObject({ error: { reason: 'SECOND_FACTOR_STALE' } })
    const again = await post('/two-factor/verify-totp', { code: totpOf(totpURI, 1) }, cookie)
    expect(again.statusCode).toBe(200)
    expect((await change(proven)).statusCode).toBe(200)
  })
})
