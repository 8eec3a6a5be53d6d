import { hashPassword as hashByLibrary } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, PASSWORD, type TestApp } from '#tests/helpers/app/app.ts'

let server: TestApp

beforeAll(async () => {
  server = await openTestApp()
})

afterAll(() => server.close())

/** Measures the CPU time that a wrong password takes, which other processes do not affect. */
async function measureWork(email: string): Promise<number> {
  const before = process.cpuUsage()
  const answer = await server.call({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password: 'not the password' },
  })
  expect(answer.statusCode).toBe(401)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

test('a wrong password costs as much for an older hash, for a new one and for none', async () => {
  const older = await server.signUp()
  const { database } = server
  await database.autocommit
    .updateTable('account')
    .set({ password: await hashByLibrary(PASSWORD) })
    .execute()
  const newer = await server.signUp()
  // The least of several: a machine that is paused meanwhile may count that as work.
  const work = { older: Infinity, newer: Infinity, none: Infinity }
  for (let index = 0; index < 4; index += 1) {
    work.older = Math.min(work.older, await measureWork(older.email))
    work.newer = Math.min(work.newer, await measureWork(newer.email))
    work.none = Math.min(work.none, await measureWork('nobody@donor.example'))
  }
  for (const known of [work.older, work.newer]) {
    expect(known / work.none).toBeGreaterThan(0.7)
    expect(known / work.none).toBeLessThan(1.4)
  }
  // Hashing is slow on purpose, and this test hashes twenty times.
})
