import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { installRateLimits } from '#server/http/guards/rate-limits.ts'
import { createMemoryHits } from '#server/infra/hits/memory-hits.ts'
import { createKnownDevices } from './known-devices.ts'
import { createPasswordTries, type PasswordRequest, type PasswordTries } from './password-tries.ts'

const secret = 'canary_of_the_sessions_secret_0123456789'
const devices = createKnownDevices({ publicUrl: 'http://localhost:3000', secret })

let database: TestDatabase
let tries: PasswordTries
let lastUser = 0
let request: PasswordRequest

beforeAll(async () => {
  database = await openTestSqlite()
  const now = Date.now()
  const clock = () => now
  const limits = installRateLimits(Fastify(), createMemoryHits({ clock }))
  tries = createPasswordTries({ database, devices, limits, secret, clock })
})

beforeEach(() => {
  lastUser += 1
  const user = { id: `user-${lastUser}`, email: `user-${lastUser}@donor.example` }
  request = {
    path: '/verify-password',
    client: '203.0.113.7',
    cookie: undefined,
    user,
    namedEmail: undefined,
  }
})

afterAll(() => database.close())

describe('somebody who is signed in', () => {
  test('has 40 comparisons in five minutes, whatever addresses they use', async () => {
    for (let index = 0; index < 40; index += 1) {
      const client = `198.51.100.${index}`
      expect(await tries.count({ ...request, client }, async () => true)).toBe(true)
    }
    await expect(tries.count(request, async () => true)).rejects.toThrow(
      'Too many tries. Please wait 5 minutes and try again.',
    )
  })

  test('is refused before another password is hashed, while failures delay the next try', async () => {
    await expect(tries.refuseBlocked(request)).resolves.toBeUndefined()
    for (let index = 0; index < 5; index += 1) await tries.count(request, async () => false)
    await expect(tries.refuseBlocked(request)).rejects.toThrow('Too many wrong passwords.')
  })

  test('has no failure counted for a comparison that threw an error', async () => {
    const broken = () => Promise.reject(new Error('the hash could not be made'))
    for (let index = 0; index < 6; index += 1) {
      await expect(tries.count(request, broken)).rejects.toThrow('the hash could not be made')
    }
    expect(await tries.count(request, async () => true)).toBe(true)
  })
})

describe('a known device', () => {
  const cookieFor = (userId: string, cookie?: string) => {
    const { name, value } = devices.remember(cookie, userId)
    return `${name}=${value}`
  }

  test('is known to the account by the cookie that it was given', () => {
    const cookie = cookieFor('ada')
    expect(devices.find(`other=1; ${cookie}`, 'ada')).toMatch(/^[\w-]{22}:ada$/)
    expect(devices.find(cookie, 'grace')).toBeUndefined()
  })

  test('is known to the five accounts that used it last', () => {
    const users = ['a', 'b', 'c', 'd', 'e', 'f']
    let cookie: string | undefined
    for (const user of users) cookie = cookieFor(user, cookie)
    const known = users.filter((user) => devices.find(cookie, user) !== undefined)
    expect(known).toEqual(['b', 'c', 'd', 'e', 'f'])
  })

  test('is the same one after another login', () => {
    const cookie = cookieFor('ada')
    expect(devices.find(cookieFor('ada', cookie), 'ada')).toBe(devices.find(cookie, 'ada'))
    expect(cookieFor('ada', cookie)).toBe(cookie)
  })

  test.each([undefined, null, '', 'royale.device=', 'royale.device=a.b', 'royale.device=%00'])(
    'is not made of %s',
    (cookie) => {
      expect(devices.find(cookie, 'ada')).toBeUndefined()
    },
  )

  test('of another secret is unknown', () => {
    const elsewhere = createKnownDevices({ publicUrl: 'http://localhost:3000', secret: 'another' })
    const { name, value } = elsewhere.remember(undefined, 'ada')
    expect(devices.find(`${name}=${value}`, 'ada')).toBeUndefined()
  })
})
