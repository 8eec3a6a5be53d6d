import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import { expectError, openTestApp, type TestApp } from '#tests/helpers/app/app.ts'

const BROWSER = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
}

let server: TestApp

beforeAll(async () => {
  server = await openTestApp({
    prepare: (app) => {
      app.get('/broken', async () => {
        throw new Error('canary <of> a stack trace')
      })
      app.get('/busy', async () => {
        throw new AppError('resource-exhausted', 'Too many <requests>.')
      })
      app.get('/away', async () => {
        throw new AppError('unavailable', 'The database is away.')
      })
    },
  })
})

afterAll(() => server.close())

describe('somebody who opens an address in a browser', () => {
  test.each([
    ['/unknown', 404, 'Nothing shines here.', 'There is nothing at this address.'],
    ['/%zz', 400, 'This did not work.', 'The address of the request is not valid.'],
    ['/broken', 500, 'Something went wrong.', 'Something went wrong on our side.'],
    ['/busy', 429, 'A little too fast.', 'Too many &lt;requests&gt;.'],
    ['/away', 503, 'Back in a moment.', 'The database is away.'],
  ])('reads at %s what is wrong (%i), and has a way on', async (url, status, heading, sentence) => {
    const { statusCode, headers, body } = await server.call({ url, headers: BROWSER })
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept',
    })
    expect(body).toContain(`<h1>${heading}</h1>`)
    expect(body).toContain(sentence)
    expect(body).toMatch(/<a [^>]*href="\/">To the leaderboard<\/a>/)
    expect(body).not.toMatch(/canary|<script|style=/)
  })

  test('is told to try again only where that may help', async () => {
    const pages = ['/unknown', '/busy', '/away'].map((url) =>
      server.call({ url, headers: BROWSER }),
    )
    const offers = (await Promise.all(pages)).map(({ body }) => body.includes('Try again'))
    expect(offers).toEqual([false, true, true])
  })

  test('gets a page that may run nothing and be framed by nobody', async () => {
    const { headers, body } = await server.call({ url: '/unknown', headers: BROWSER })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("'unsafe-inline'")
    expect(body).toContain('<style>')
  })
})

test.each([
  ['a program', { url: '/unknown' }],
  ['the API, in a browser too', { url: '/api/unknown', headers: BROWSER }],
  ['a script of a page', { url: '/x', headers: { ...BROWSER, 'sec-fetch-mode': 'cors' } }],
  ['a form', { url: '/unknown', method: 'POST' as const, payload: {}, headers: BROWSER }],
])('%s reads JSON', async (_who, request) => {
  expectError(await server.call(request), 404, 'not-found')
})
