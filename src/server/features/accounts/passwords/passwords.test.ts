import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { installRateLimits } from '#server/http/guards/rate-limits.ts'
import { createMemoryHits } from '#server/infra/hits/memory-hits.ts'
import { scheduleByTimer } from '#server/infra/schedule.ts'
import { createKnownDevices } from './known-devices.ts'
import { createPasswords, type Passwords } from './passwords.ts'

const PASSWORD = 'canary of a password'
const NEW_PASSWORD = 'another canary of one'

const publicUrl = 'http://localhost:3000'
const secret = 'canary_of_the_sessions_secret_0123456789'
/** The clock stands still, so that no delay ends however slow the machine is. */
const now = Date.now()
const clock = () => now

let database: TestDatabase
let lastAccount = 0

beforeAll(async () => {
  database = await openTestSqlite()
})

afterAll(() => database.close())

const MAX_WAITING = 6

/** A queue that makes one hash at a time. */
function open() {
  return createPasswords({
    database,
    devices: createKnownDevices({ publicUrl, secret }),
    limits: installRateLimits(Fastify(), createMemoryHits({ clock })),
    secret,
    clock,
    schedule: scheduleByTimer,
    passwordQueue: {
      concurrency: 1,
      maxWaiting: MAX_WAITING,
      maxWaitingPerClient: MAX_WAITING,
      maxWaitMs: 60_000,
    },
  })
}

/** Starts as many hashes as the queue takes. */
function fill(passwords: Passwords): Promise<string[]> {
  const all = Array.from({ length: 1 + MAX_WAITING }, () => passwords.hash('somebody else'))
  return Promise.all(all)
}

/** Keeps the queue full, however fast hashes are made, until the returned function is called. */
function keepFull(passwords: Passwords): () => Promise<void> {
  let isOver = false
  const refill = async () => {
    while (!isOver) {
      // Refused where another task has taken the place meanwhile.
      await passwords.hash('somebody else').catch(() => new Promise(setImmediate))
    }
  }
  const running = Promise.all(Array.from({ length: 1 + MAX_WAITING }, refill))
  return async () => {
    isOver = true
    await running
  }
}

/** Builds the library without a server, with one account and the token of a password reset. */
async function openAuth(passwords: Passwords) {
  const tokens: string[] = []
  const settings = {
    baseURL: publicUrl,
    secret,
    database: { db: database.autocommit, type: database.dialect },
    emailAndPassword: {
      enabled: true,
      password: passwords,
      onPasswordReset: ({ user }) => passwords.forgive(user.email),
      sendResetPassword: async ({ token }) => void tokens.push(token),
    },
    logger: { disabled: true },
  } satisfies BetterAuthOptions
  await (await getMigrations(settings)).runMigrations()
  const auth = betterAuth(settings)
  lastAccount += 1
  const email = `ada-${lastAccount}@donor.example`
  await auth.api.signUpEmail({ body: { email, password: PASSWORD, name: '' } })
  await auth.api.requestPasswordReset({ body: { email } })
  const [token = ''] = tokens
  return {
    signIn: (password: string) => auth.api.signInEmail({ body: { email, password } }),
    reset: () => auth.api.resetPassword({ body: { token, newPassword: NEW_PASSWORD } }),
  }
}

test('a full queue refuses a login, but not a reset, whose link is used up by then', async () => {
  const passwords = open()
  const auth = await openAuth(passwords)
  const end = keepFull(passwords)
  await expect(auth.signIn(PASSWORD)).rejects.toThrow('Too many people are logging in right now.')
  await auth.reset()
  await end()
  expect((await auth.signIn(NEW_PASSWORD)).token).not.toBe('')
})

test('a reset ends the delay that wrong passwords led to', async () => {
  const auth = await openAuth(open())
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(auth.signIn('not the password')).rejects.toThrow('Invalid email or password')
  }
  await expect(auth.signIn(PASSWORD)).rejects.toThrow('Too many wrong passwords.')
  await auth.reset()
  expect((await auth.signIn(NEW_PASSWORD)).token).not.toBe('')
})

test('a login with the old password that waits while it is reset is refused', async () => {
  const passwords = open()
  const waiting = Promise.withResolvers<void>()
  const turn = Promise.withResolvers<void>()
  const auth = await openAuth({
    ...passwords,
    verify: async (candidate) => {
      waiting.resolve()
      await turn.promise
      return passwords.verify(candidate)
    },
  })
  const late = Promise.allSettled([auth.signIn(PASSWORD)])
  await waiting.promise
  await auth.reset()
  turn.resolve()
  expect((await late)[0]).toMatchObject({
    status: 'rejected',
    reason: { message: 'Invalid email or password' },
  })
  expect((await auth.signIn(NEW_PASSWORD)).token).not.toBe('')
})

test('what hashes outside of any request waits in the same queue', async () => {
  const passwords = open()
  const running = fill(passwords)
  await expect(passwords.hash(PASSWORD)).rejects.toThrow('Too many people')
  expect(await running).toHaveLength(1 + MAX_WAITING)
})
