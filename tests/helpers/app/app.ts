import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { expect } from 'vitest'
import { z } from 'zod'
import type { PublicConfig } from '#contract/config.ts'
import { DISCLAIMER_VERSION } from '#contract/disclaimer.ts'
import { errorBodySchema, type ErrorCode } from '#contract/errors.ts'
import type { HostRole } from '#contract/host/roles.ts'
import { createApp } from '#server/app.ts'
import type { AppDeps } from '#server/app-deps.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { createMemoryHits } from '#server/infra/hits/memory-hits.ts'
import { createFileMailer } from '#server/infra/mail/file-mailer.ts'
import { openMailer } from '#server/infra/mail/open-mailer.ts'
import { chooseSender } from '#server/infra/mail/sender.ts'
import { scheduleByTimer } from '#server/infra/schedule.ts'
import { ownClock } from '#server/infra/shared-clock.ts'
import { readLogNames } from '#server/infra/work-context.ts'
import { countRows } from '../databases/count-rows.ts'
import { openTestSqlite, type TestDatabase } from '../databases/database.ts'
import { INSTALLATION_ID, KEYS, PAYMENT_PROVIDERS } from '../providers/payment-providers.ts'
import type { TestSandbox } from '../providers/payment-sandbox.ts'

export const PASSWORD = 'canary of a password'

/** The host's address in a test app that sets no other. */
/** The commands of this machine compare it with their settings. */
const INSTALLATION = 'Payments: sandbox. Database: of a test'

export const HOST_EMAIL = 'host@royale.example'

export const AUTH_SECRET = 'canary_of_the_sessions_secret_0123456789'

export const OPERATOR_TOKEN = 'canary_of_the_operator_0123456789abcdef'

/** An origin at which nothing listens, for tests that call no provider. */
const NOWHERE = 'http://127.0.0.1:9'

export type TestResponse = LightMyRequestResponse

/** The whole product in this process, without a port, on a database of its own. */
export interface TestApp {
  app: FastifyInstance
  database: TestDatabase
  /** Sends a request as the page does: from its own origin. */
  call(request: InjectOptions): Promise<TestResponse>
  signUp(email?: string): Promise<TestDonor>
  /** Signs up the account that `ADMIN_EMAIL` names, with a confirmed address. */
  signUpHost(): Promise<TestDonor>
  /** Signs up a member of the hosts' team, with a confirmed address. */
  signUpMember(role: HostRole): Promise<TestDonor>
  /** Confirms the address of an account, as its link does. */
  confirmEmail(email: string): Promise<void>
  /** Returns the number of rows of each table. */
  countRows(): Promise<Record<string, number>>
  /** Returns everything that was logged, one JSON object per line. */
  log(): string
  close(): Promise<void>
}

/** A signed-in account. */
export interface TestDonor {
  email: string
  cookie: string
  call(request: InjectOptions): Promise<TestResponse>
}

export interface TestAppOptions extends Partial<AppDeps> {
  /** The sandbox that the real adapters call. */
  payments?: Pick<TestSandbox, 'apiBase'>
  /** The mode of the adapters and of the board. */
  livemode?: boolean
  providerTimeoutMs?: number
  /** The installation id of the adapters. */
  installationId?: string
  /** Called before the server is ready, to add routes. */
  prepare?: (app: FastifyInstance) => void
  /** Called with each request and its response. */
  watch?: (request: InjectOptions, answer: TestResponse) => void
}

/** Lends a database, which its owner closes, and adds a folder for mails. */
function lendDatabase(database: Database): TestDatabase {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-'))
  return { ...database, dataDir, close: async () => rmSync(dataDir, { recursive: true }) }
}

/** Stores mails as files in this thread: starting one of their own takes longer than most tests. */
function openLocalMailer(folder: string): AppDeps['mailer'] {
  const settings = { publicUrl: 'http://localhost:3000', smtpUrl: undefined, folder }
  const sender = chooseSender(settings.publicUrl, settings.smtpUrl)
  return { ...openMailer(settings), ...createFileMailer({ folder, sender }) }
}

export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { payments, livemode = false, providerTimeoutMs, prepare, watch, ...others } = options
  const { installationId = INSTALLATION_ID, database: given, ...overrides } = others
  const database = given === undefined ? await openTestSqlite() : lendDatabase(given)
  const lines: string[] = []
  const deps: AppDeps = {
    database,
    bus: createMemoryBus(),
    providers: connectProviders(payments, {
      livemode,
      timeoutMs: providerTimeoutMs ?? 60_000,
      clock: overrides.clock ?? Date.now,
      installationId,
    }),
    maskedKeys: {},
    mailer: openLocalMailer(join(database.dataDir, 'mail')),
    publicConfig: buildPublicConfig({ payments: livemode ? 'live' : 'sandbox' }),
    publicUrl: 'http://localhost:3000',
    trustedProxies: [],
    authSecret: AUTH_SECRET,
    operatorToken: OPERATOR_TOKEN,
    adminEmail: HOST_EMAIL,
    installation: INSTALLATION,
    settingDigests: {},
    dataDir: database.dataDir,
    securityContact: undefined,
    pageDir: undefined,
    sandbox: undefined,
    sandboxUrl: undefined,
    hits: createMemoryHits({ clock: overrides.clock ?? Date.now }),
    eventRetentionDays: 30,
    clock: Date.now,
    // A test that moves the clock moves that of all nodes.
    ...(overrides.clock && { sharedClock: ownClock(overrides.clock) }),
    schedule: scheduleByTimer,
    logger: pino(
      { level: 'trace', mixin: readLogNames },
      { write: (line: string) => void lines.push(line) },
    ),
    ...overrides,
  }
  const app = await createApp(deps)
  prepare?.(app)
  await app.ready()

  const confirmEmail = (email: string) => confirmInDatabase(database, email)
  const call: TestApp['call'] = async (request) => {
    const headers = { ...headersOfPage(request, deps), ...request.headers }
    const answer = await app.inject({ ...request, headers })
    watch?.({ ...request, headers }, answer)
    return answer
  }

  return {
    app,
    database,
    call,
    signUp: (email = `${randomUUID()}@donor.example`) => signUp(call, email),
    signUpHost: async () => {
      const host = await signUp(call, deps.adminEmail ?? HOST_EMAIL)
      await confirmEmail(host.email)
      return host
    },
    signUpMember: async (role) => {
      const member = await signUp(call, `${randomUUID()}@member.example`)
      await confirmEmail(member.email)
      await nameMember(database, member.email, role)
      return member
    },
    confirmEmail,
    countRows: () => countRows(database.reader),
    log: () => lines.join(''),
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

export function buildPublicConfig(overrides: Partial<PublicConfig> = {}): PublicConfig {
  return {
    version: '1.2.3',
    payments: 'sandbox',
    stripe: true,
    paypal: { clientId: KEYS.paypal.clientId, scriptBase: 'http://localhost:3000/_sandbox/paypal' },
    currency: 'USD',
    limits: { minCents: 100, maxCents: 1_000_000, defaultCents: 500 },
    disclaimer: { version: DISCLAIMER_VERSION },
    ...overrides,
  }
}

function connectProviders(
  payments: Pick<TestSandbox, 'apiBase'> | undefined,
  options: { livemode: boolean; timeoutMs: number; clock: () => number; installationId: string },
): AppDeps['providers'] {
  return Object.fromEntries(
    PAYMENT_PROVIDERS.map(({ name, connect }) => [
      name,
      connect({ ...options, apiBase: payments?.apiBase[name] ?? NOWHERE }),
    ]),
  )
}

function headersOfPage({ method }: InjectOptions, { publicUrl }: AppDeps) {
  return method === undefined || method === 'GET' ? {} : { origin: publicUrl }
}

async function signUp(call: TestApp['call'], email: string): Promise<TestDonor> {
  const answer = await call({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { email, password: PASSWORD, name: '' },
  })
  if (answer.statusCode !== 200) throw new Error(`Signing up failed: ${answer.body}`)
  const cookie = cookiesOf(answer)
  return {
    email,
    cookie,
    call: (request) => call({ ...request, headers: { cookie, ...request.headers } }),
  }
}

async function confirmInDatabase({ autocommit }: TestDatabase, email: string): Promise<void> {
  await autocommit
    .updateTable('user')
    .set({ emailVerified: 1 })
    .where('email', '=', email)
    .execute()
}

async function nameMember({ autocommit }: TestDatabase, email: string, role: HostRole) {
  await autocommit
    .updateTable('user')
    .set({ namedHostAt: new Date().toISOString(), hostRole: role })
    .where('email', '=', email)
    .execute()
}

/** Returns the Cookie header that a browser sends after a response. */
export function cookiesOf(answer: TestResponse): string {
  return answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
}

const strictErrorSchema = z.strictObject({ error: errorBodySchema.shape.error.strict() })

/**
 * Expects the API's error body and nothing else, with one sentence as its message; returns the
 * message.
 */
export function expectError(answer: TestResponse, status: number, code: ErrorCode): string {
  expect(answer.statusCode).toBe(status)
  const { error } = strictErrorSchema.parse(answer.json())
  expect(error.code).toBe(code)
  expect(error.requestId).toMatch(/^[\da-f-]{36}$/)
  expect(error.message).toMatch(/^[A-Z][^\n{}]{10,160}[.!]$/)
  expect(error.message).not.toMatch(/expected|received|schema|body\/|params\/|FST_|undefined/i)
  return error.message
}
