import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { cookieOf, request, type AttackResponse } from './request.ts'

const PASSWORD = 'four unrelated words'
/** The most tries that are compared during a test on a slow machine. */
const MAX_COMPARED = 12

const HOST_EMAIL = 'host@royale.example'

let server: AppServer
let lastAddress = 0

beforeAll(async () => {
  server = await startAppServer({ ADMIN_EMAIL: HOST_EMAIL })
})

afterAll(() => server.stop())

/** Returns an address of this machine that no test has used before. */
function newAddress(): string {
  lastAddress += 1
  return `127.0.${1 + (lastAddress >> 8)}.${lastAddress & 255}`
}

function post(path: string, body: object, options: { cookie?: string; from?: string } = {}) {
  return request({
    port: server.port,
    path,
    method: 'POST',
    body,
    headers: options.cookie === undefined ? {} : { cookie: options.cookie },
    localAddress: options.from ?? newAddress(),
  })
}

async function signUp(email: string): Promise<string> {
  const answer = await post('/api/auth/sign-up/email', { email, password: PASSWORD, name: '' })
  expect(answer.status).toBe(200)
  return cookieOf(answer)
}

const logIn = (email: string, password: string, options: { cookie?: string; from?: string } = {}) =>
  post('/api/auth/sign-in/email', { email, password }, options)

const countOf = (answers: readonly AttackResponse[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

describe('hashing passwords', () => {
  test('compares few of 150 calls of one account, and answers others meanwhile', async () => {
    const cookie = await signUp('hasher@donor.example')
    const flood = Array.from({ length: 150 }, (_, n) => {
      const body = { currentPassword: `wrong ${n}`, newPassword: PASSWORD }
      return post('/api/auth/change-password', body, { cookie })
    })
    const page = await request({ port: server.port, path: '/', localAddress: newAddress() })
    const begun = await post('/api/create-checkout-session', { amountCents: 500 }, { cookie })
    expect([page.status, begun.status]).toEqual([200, 200])
    const answers = await Promise.all(flood)
    for (const { status } of answers) expect([400, 429, 503]).toContain(status)
    // Five tries are free; on a slow machine, later delays (from one second on) may pass meanwhile.
    expect(countOf(answers, 400)).toBeLessThanOrEqual(MAX_COMPARED)
  })

  test('of strangers is refused beyond the queue, and the rest is answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => logIn(`nobody${n}@donor.example`, 'wrong password')),
    )
    for (const { status } of answers) expect([401, 429, 503]).toContain(status)
    for (const answer of answers.filter(({ status }) => status === 503)) {
      expect(answer.headers['retry-after']).toMatch(/^\d+$/)
    }
  })
})

describe('guessing a password', () => {
  test('from ten addresses is few tries, and the owner gets in with their browser', async () => {
    const email = 'victim@donor.example'
    const cookie = await signUp(email)
    const addresses = Array.from({ length: 10 }, newAddress)
    const answers: AttackResponse[] = []
    for (let n = 0; n < 100; n += 1) {
      const from = addresses[n % addresses.length] ?? ''
      answers.push(await logIn(email, `guess ${n}`, { from }))
    }
    expect(countOf(answers, 401)).toBeLessThanOrEqual(MAX_COMPARED)
    expect(countOf(answers, 429)).toBeGreaterThanOrEqual(100 - MAX_COMPARED)
    const device = cookie.split('; ').find((each) => each.includes('.device='))
    expect((await logIn(email, PASSWORD, { cookie: device ?? '' })).status).toBe(200)
  })
})

describe('an account', () => {
  test.each(['password', 'Password1', 'donationroyale', '12345678'])(
    'is not made with the password %s',
    async (password) => {
      const body = { email: 'weak@donor.example', password, name: '' }
      const answer = await post('/api/auth/sign-up/email', body)
      expect(answer.status).toBe(400)
      expect(answer.body).toContain('guess')
    },
  )

  test('with the address of the host is no host until it is confirmed', async () => {
    const cookie = await signUp(HOST_EMAIL)
    const session = await request({
      port: server.port,
      path: '/api/auth/get-session',
      headers: { cookie },
    })
    expect(JSON.parse(session.body)).toMatchObject({ user: { isHost: false } })
    for (const cookies of [cookie, await signUp('other@donor.example')]) {
      const answer = await request({
        port: server.port,
        path: '/api/donations/test',
        method: 'DELETE',
        headers: { cookie: cookies },
      })
      expect(answer.status).toBe(403)
    }
  })
})

test('twenty checkouts in a row are taken, and the next needs a proof of work', async () => {
  const cookie = await signUp('tester@donor.example')
  const answers: AttackResponse[] = []
  for (let n = 0; n < 22; n += 1) {
    answers.push(await post('/api/create-checkout-session', { amountCents: 100 }, { cookie }))
  }
  expect(countOf(answers, 200)).toBe(20)
  const refused = answers.at(-1)
  expect(refused?.status).toBe(429)
  expect(JSON.parse(refused?.body ?? '')).toMatchObject({ error: { challenge: expect.anything() } })
})
