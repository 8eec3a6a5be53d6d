import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import {
  AUTH_SECRET,
  buildPublicConfig,
  expectError,
  openTestApp,
  OPERATOR_TOKEN,
  PASSWORD,
  type TestResponse,
  type TestApp,
  type TestDonor,
} from '#tests/helpers/app/app.ts'
import { installRateLimits } from '#server/http/guards/rate-limits.ts'
import { createMemoryHits } from '#server/infra/hits/memory-hits.ts'
import { ownClock } from '#server/infra/shared-clock.ts'
import { openAccounts, type Accounts } from './accounts.ts'

const LOOK = '/api/host/look'

let server: TestApp
let accounts: Accounts

/** Opens a server in live mode with a route for the host. */
beforeAll(async () => {
  const publicConfig = buildPublicConfig({ payments: 'live' })
  const prepare = (app: FastifyInstance) => {
    const access = { permissions: ['money'] as const, stepUp: false }
    app.get(LOOK, { config: { access } }, (request) => accounts.requireHost('money')(request))
  }
  server = await openTestApp({ publicConfig, prepare })
  accounts = await openAccounts({
    database: server.database,
    publicUrl: 'http://localhost:3000',
    secret: AUTH_SECRET,
    operatorToken: OPERATOR_TOKEN,
    adminEmail: undefined,
    publicConfig,
    campaign: { current: DEFAULT_CAMPAIGN },
    limits: installRateLimits(Fastify(), createMemoryHits({ clock: Date.now })),
    mailer: { send: async () => {}, close: async () => {} },
    clock: Date.now,
    sharedClock: ownClock(Date.now),
    schedule: () => () => {},
    logger: pino({ level: 'silent' }),
  })
})

afterAll(() => server.close())

/** Signs up a donor and makes them a host by a link. */
async function signUpHost(): Promise<TestDonor> {
  const host = await server.signUp()
  await server.confirmEmail(host.email)
  await sql`update "user" set "namedHostAt" = ${new Date().toISOString()}
    where email = ${host.email}`.execute(server.database.autocommit)
  return host
}

/** Inserts a passkey into the library's table, as a registration would have done. */
async function addPasskey(email: string): Promise<string> {
  const id = randomUUID()
  await sql`insert into passkey
    ("id", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
    select ${id}, 'key', "id", ${id}, 0, 'singleDevice', 0 from "user" where email = ${email}
  `.execute(server.database.autocommit)
  return id
}

/** Sets when all sessions of the account last showed a passkey. */
async function showPasskey(email: string, agoMs = 0): Promise<void> {
  const at = new Date(Date.now() - agoMs).toISOString()
  await sql`update "session" set "secondFactorAt" = ${at}
    where "userId" = (select "id" from "user" where email = ${email})
  `.execute(server.database.autocommit)
}

function post(cookie: string, path: string, payload: object): Promise<TestResponse> {
  return server.call({ method: 'POST', url: `/api/auth${path}`, payload, headers: { cookie } })
}

/** The requests that add or remove a second factor. */
const CHANGES = [
  '/passkey/generate-register-options',
  '/two-factor/enable',
  '/passkey/delete-passkey',
]

describe('the password of a host who has a passkey', () => {
  test('is not enough to do what is for the host alone', async () => {
    const { email, cookie } = await signUpHost()
    await addPasskey(email)
    const refused = await server.call({ url: LOOK, headers: { cookie } })
    expect(expectError(refused, 403, 'permission-denied')).toBe(
      'Show your second factor again: enter a code, or log in with your passkey.',
    )
    expect(refused.json()).toMatchObject({ error: { reason: 'SECOND_FACTOR_STALE' } })
    await showPasskey(email)
    expect((await server.call({ url: LOOK, headers: { cookie } })).statusCode).toBe(200)
  })

  test('is not enough to add another second factor, or to end this one', async () => {
    const { email, cookie } = await signUpHost()
    const id = await addPasskey(email)
    const tryAll = async () => {
      const answers: TestResponse[] = []
      for (const path of CHANGES) answers.push(await post(cookie, path, { id, password: PASSWORD }))
      return answers
    }
    for (const refused of await tryAll()) {
      expectError(refused, 403, 'permission-denied')
      expect(refused.json()).toMatchObject({ error: { reason: 'SECOND_FACTOR_STALE' } })
    }
    await showPasskey(email, 10 * 60_000)
    expect((await tryAll()).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
    await showPasskey(email)
    expect((await tryAll()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })
})

test('a donor who has lost a passkey removes it with the password', async () => {
  const donor = await server.signUp()
  await server.confirmEmail(donor.email)
  const id = await addPasskey(donor.email)
  const answer = await post(donor.cookie, '/passkey/delete-passkey', { id, password: PASSWORD })
  expect(answer.json()).toEqual({ status: true })
})
