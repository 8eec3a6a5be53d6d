import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError, openTestApp, type TestApp } from '#tests/helpers/app/app.ts'

const SCRIPT = '/api/docs/swagger-ui-bundle.js'

let server: TestApp

beforeAll(async () => {
  server = await openTestApp()
})

afterAll(() => server.close())

test('the page runs its own scripts alone, and nothing frames it', async () => {
  const { headers, body } = await server.call({ url: '/api/docs' })
  const policy = String(headers['content-security-policy'])
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
  expect(policy).toBe(
    `default-src 'none';script-src 'self' 'nonce-${nonce}';style-src 'self' 'nonce-${nonce}';` +
      "img-src 'self' data:;connect-src 'self';base-uri 'none';form-action 'none';" +
      "frame-ancestors 'none'",
  )
  expect(body.match(/<(script|style)\b[^>]*>/g)).toEqual([
    `<style nonce="${nonce}">`,
    `<script src="${SCRIPT}">`,
    `<script nonce="${nonce}">`,
  ])
})

test('a file is sent compressed to those who take it so, and whole to others', async () => {
  const zipped = await server.call({ url: SCRIPT, headers: { 'accept-encoding': 'gzip, br' } })
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(zipped.rawPayload.length).toBeLessThan(600_000)
  const plain = await server.call({ url: SCRIPT })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(plain.body).toContain('SwaggerUIBundle')
  expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
})

test('there are no other files', async () => {
  for (const file of ['package.json', 'index.js', '..%2fpackage.json']) {
    const refused = await server.call({ url: `/api/docs/${file}` })
    expect(expectError(refused, 400, 'invalid-argument')).toBe('There is no file of this name.')
  }
})
