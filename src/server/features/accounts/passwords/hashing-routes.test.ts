import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openTestApp,
  type TestResponse,
  type TestApp,
  type TestDonor,
} from '#tests/helpers/app/app.ts'

const MODULES = join(import.meta.dirname, '../../../../../node_modules')
const SOURCES = ['better-auth/dist/{api,plugins}/**/*.mjs', '@better-auth/passkey/dist/**/*.mjs']

const ENDPOINT = /createAuthEndpoint(?:\.\w+)?\(/
const HASHING = /password\.(?:hash|verify|checkPassword)\(|\b(?:validatePassword|checkPassword)\(/

/** More requests than any route that hashes allows from one address. */
const MANY = 65

/** The paths of all endpoints of the library whose source hashes or compares a password. */
function findHashingPaths(): string[] {
  const endpoints = globSync(SOURCES, { cwd: MODULES }).flatMap((file) =>
    readFileSync(join(MODULES, file), 'utf8').split(ENDPOINT).slice(1),
  )
  return endpoints.flatMap((source) => {
    const path = /^"(\/[^"]+)"/.exec(source)?.[1]
    return path !== undefined && HASHING.test(source) ? [path] : []
  })
}

let server: TestApp
let donor: TestDonor

beforeAll(async () => {
  server = await openTestApp()
  donor = await server.signUp()
})

afterAll(() => server.close())

const hashing = findHashingPaths()

test('the library hashes at the addresses that everybody knows', () => {
  expect(hashing).toEqual(
    expect.arrayContaining(['/sign-in/email', '/sign-up/email', '/change-password']),
  )
})

test.each(hashing)('%s hashes, and so is not there, or has a small budget', async (path) => {
  const call = (): Promise<TestResponse> =>
    donor.call({
      method: 'POST',
      url: `/api/auth${path}`,
      payload: {},
      remoteAddress: `203.0.113.${hashing.indexOf(path)}`,
    })
  let answer = await call()
  for (let calls = 1; calls < MANY && ![404, 429].includes(answer.statusCode); calls += 1) {
    answer = await call()
  }
  expect([404, 429]).toContain(answer.statusCode)
})

test.each([
  '/sign-in/email/',
  '//sign-in/email',
  '/sign-in//email',
  '/Sign-In/email',
  '/sign-in/email;x',
  '/sign-in%2Femail',
])('%s is no way past the budget', async (path) => {
  const payload = { email: donor.email, password: 'not the password' }
  const answer = await server.call({ method: 'POST', url: `/api/auth${path}`, payload })
  expect(answer.statusCode).toBe(404)
})
