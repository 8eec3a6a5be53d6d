import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '#contract/routes.ts'
import { openTestApp, type TestApp } from '#tests/helpers/app/app.ts'

const PROXY = '10.0.0.7'

let server: TestApp

beforeAll(async () => {
  server = await openTestApp({ trustedProxies: [PROXY] })
})

afterAll(() => server.close())

/** Sends a request that is logged, and returns its line and its answer's id. */
async function ask(remoteAddress: string, headers: Record<string, string>) {
  const payload = { email: 'nobody@donor.example', password: 'a wrong password' }
  const url = '/api/auth/sign-in/email'
  const answer = await server.call({ method: 'POST', url, payload, remoteAddress, headers })
  const id = answer.headers['x-request-id']
  const lines = server.log().split('\n')
  const line = lines.find((one) => one.includes(`"reqId":"${String(id)}"`)) ?? ''
  return { id, line }
}

test('an id that a client makes up is neither taken nor logged', async () => {
  const { id, line } = await ask('203.0.113.9', { 'x-request-id': 'made-up' })
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(line).toContain('"msg":"request"')
  expect(server.log()).not.toContain('made-up')
})

test("a trusted proxy's id is logged beside our own, unless it could forge a line", async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  const { id, line } = await ask(PROXY, { ...forwarded, 'x-request-id': 'edge-1.a:b' })
  expect(id).not.toBe('edge-1.a:b')
  expect(line).toContain('"proxyReqId":"edge-1.a:b"')
  for (const forged of ['a"b', 'a b', 'x'.repeat(65)]) {
    const answer = await ask(PROXY, { ...forwarded, 'x-request-id': forged })
    expect(answer.line).not.toContain('proxyReqId')
  }
})

test('each answer has its id, also where there is nothing', async () => {
  const answers = [
    await server.call({ url: ROUTES.leaderboard }),
    await server.call({ url: '/no' }),
  ]
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  expect(ids[0]).not.toBe(ids[1])
  for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/)
})
