import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import { expectError, openTestApp, type TestApp } from '#tests/helpers/app/app.ts'

let server: TestApp

beforeAll(async () => {
  server = await openTestApp({
    prepare: (app) => {
      app.get('/api/broken', async () => {
        throw new Error('canary of a stack trace')
      })
      app.get('/api/ended', async (_request, reply) => {
        reply.header('retry-after', 30)
        throw new AppError('unauthenticated', 'Please log in first.')
      })
      app.get('/api/broken-odd', async () => {
        // Errors of libraries can have any properties.
        throw Object.assign(new Error('canary of a stack trace'), { statusCode: 302 })
      })
    },
  })
})

afterAll(() => server.close())

test('a refusal that is no matter of time does not say when to come again', async () => {
  const answer = await server.call({ url: '/api/ended' })
  expectError(answer, 401, 'unauthenticated')
  expect(answer.headers).not.toHaveProperty('retry-after')
})

describe('an address that takes other methods', () => {
  test.each([
    ['PUT', '/api/paypal/orders', 'POST'],
    ['GET', '/api/create-checkout-session', 'POST'],
    ['GET', '/api/paypal/orders/some-order/capture', 'POST'],
    ['DELETE', '/api/checkouts/some-session', 'GET, HEAD'],
    ['POST', '/api/donations?limit=1', 'GET, HEAD'],
    ['GET', '/api/donations/test', 'DELETE, PATCH'],
    ['POST', '/api/leaderboard', 'GET, HEAD'],
    ['POST', '/api/leaderboard/live', 'GET'],
    ['PATCH', '/api/config', 'GET, HEAD'],
    ['GET', '/api/webhooks/stripe', 'POST'],
    ['PUT', '/api/auth/sign-in/email', 'POST'],
    ['GET', '/api/auth/sign-in/email', 'POST'],
    ['POST', '/api/auth/get-session', 'GET, HEAD'],
  ] as const)('answers %s %s with what it does take', async (method, url, allow) => {
    const answer = await server.call({ method, url })
    expectError(answer, 405, 'invalid-argument')
    expect(answer.headers.allow).toBe(allow)
  })
})

describe('an address without a route', () => {
  test.each([
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/.env.example',
    '/package.json',
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '//etc/passwd',
    '/data/secrets.json',
    '/src/server/main.ts',
    '/index.html.br',
    '/api',
    '/api/unknown',
    '/api/auth/unknown',
    '/api/auth/sign-in/social',
    `/api/checkouts/${'x'.repeat(300)}`,
  ])('%s is not found', async (url) => {
    expectError(await server.call({ url }), 404, 'not-found')
  })

  test('keeps the headers that every answer has', async () => {
    for (const url of ['/unknown', '/api/unknown']) {
      const { headers } = await server.call({ url })
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cache-control']).toBe('no-store')
    }
  })
})

test.each(['/api/checkouts/%zz', '/%', '/api/checkouts/%ED%A0%80'])(
  'an address that cannot be read (%s) is told so',
  async (url) => {
    const answer = await server.call({ url })
    expectError(answer, 400, 'invalid-argument')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  },
)

describe('a mistake of ours', () => {
  test.each(['/api/broken', '/api/broken-odd'])(
    'at %s is a bare 500 whose request id leads to the log',
    async (url) => {
      const answer = await server.call({ url })
      const message = expectError(answer, 500, 'unknown')
      expect(message).toBe('Something went wrong on our side. Please try again later.')
      expect(answer.body).not.toMatch(/canary|\.ts/)
      const { requestId } = answer.json<{ error: { requestId: string } }>().error
      expect(answer.headers['x-request-id']).toBe(requestId)
      const entry = server
        .log()
        .split('\n')
        .find((line) => line.includes(requestId) && line.includes('request failed'))
      expect(entry).toContain('canary of a stack trace')
    },
  )
})
