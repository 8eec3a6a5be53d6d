import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  expectError,
  openTestApp,
  PASSWORD,
  type TestResponse,
  type TestApp,
} from '#tests/helpers/app/app.ts'

const CONCURRENCY = 1
const MAX_WAITING = 6
const MAX_WAITING_PER_CLIENT = 3

let server: TestApp

beforeAll(async () => {
  server = await openTestApp({
    passwordQueue: {
      concurrency: CONCURRENCY,
      maxWaiting: MAX_WAITING,
      maxWaitingPerClient: MAX_WAITING_PER_CLIENT,
      maxWaitMs: 60_000,
    },
  })
})

afterAll(() => server.close())

function logIn(remoteAddress: string, email = `nobody-at-${remoteAddress}@donor.example`) {
  return server.call({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password: 'not the password' },
    remoteAddress,
  })
}

const withStatus = (answers: TestResponse[], status: number) =>
  answers.filter(({ statusCode }) => statusCode === status)

describe('passwords that many send at once', () => {
  test('are compared in turn as far as the queue goes, and all others are told to come again', async () => {
    const answers = await Promise.all(
      Array.from({ length: 38 }, (_, index) => logIn(`203.0.113.${index}`)),
    )
    const refused = withStatus(answers, 503)
    expect(withStatus(answers, 401)).toHaveLength(CONCURRENCY + MAX_WAITING)
    expect(refused).toHaveLength(38 - CONCURRENCY - MAX_WAITING)
    for (const answer of refused) {
      expect(expectError(answer, 503, 'unavailable')).toBe(
        'Too many people are logging in right now. Please try again in a few seconds.',
      )
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  test('leave a place for others, when they come from one client', async () => {
    const crowd = Array.from({ length: 20 }, (_, index) =>
      logIn(`2001:db8:1:${index}::1`, `crowd-${index}@donor.example`),
    )
    const others = ['198.51.100.1', '198.51.100.2'].map((address) => logIn(address))
    expect(withStatus(await Promise.all(others), 401)).toHaveLength(2)
    const letIn = withStatus(await Promise.all(crowd), 401)
    expect(letIn.length).toBeGreaterThanOrEqual(MAX_WAITING_PER_CLIENT)
    expect(letIn.length).toBeLessThanOrEqual(CONCURRENCY + MAX_WAITING_PER_CLIENT)
  })

  test('do not count as failures of the account when the queue refuses them', async () => {
    const email = 'popular@donor.example'
    const tryAll = (subnet: number) =>
      Promise.all(Array.from({ length: 20 }, (_, index) => logIn(`10.0.${subnet}.${index}`, email)))
    const first = await tryAll(1)
    expect(withStatus(first, 401).length).toBeLessThanOrEqual(5)
    const { reader } = server.database
    const counted = await reader.selectFrom('password_failures').select('failures').execute()
    expect(Math.max(...counted.map(({ failures }) => failures))).toBe(withStatus(first, 401).length)
  })
})

test('other requests do not wait for 150 passwords of one session', async () => {
  const donor = await server.signUp()
  let answered = 0
  const changes = Array.from({ length: 150 }, async (_, index) => {
    const answer = await donor.call({
      method: 'POST',
      url: '/api/auth/change-password',
      payload: { currentPassword: PASSWORD, newPassword: `${PASSWORD} ${index}` },
      remoteAddress: `192.0.2.${index}`,
    })
    answered += 1
    return answer
  })
  const [config] = await Promise.all([
    server.call({ url: '/api/config' }),
    readFile(import.meta.filename),
  ])
  expect(config.statusCode).toBe(200)
  // The hashes are not done yet.
  expect(answered).toBeLessThan(150)
  const statuses = new Set((await Promise.all(changes)).map(({ statusCode }) => statusCode))
  expect([...statuses].filter((status) => ![200, 400, 429, 503].includes(status))).toEqual([])
})
