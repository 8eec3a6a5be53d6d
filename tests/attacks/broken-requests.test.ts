import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { countResponses, formatRequest, openRawClient } from './raw-client.ts'

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
})

afterAll(() => server.stop())

const SMUGGLED = ['Content-Length: 4', 'Transfer-Encoding: chunked']

test.each([
  ['a length beside chunks', `${formatRequest('POST /api/paypal/orders', SMUGGLED)}0\r\n\r\n`, 400],
  ['two lengths', formatRequest('GET /', ['Content-Length: 1', 'Content-Length: 2']), 400],
  ['two hosts', formatRequest('GET /metrics', ['Host: evil.example']), 400],
  ['no host', 'GET /metrics HTTP/1.1\r\n\r\n', 400],
  ['a header without an end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 431],
  ['a line end alone in a header', 'GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n', 400],
  ['another protocol', '\u0016\u0003\u0001\u0002\0', 400],
])('%s is refused in the words of the API, and the connection closed', async (_, bytes, status) => {
  const client = await openRawClient({ port: server.port })
  client.send(bytes)
  await client.closed()
  const [head = '', body = ''] = client.received().split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toMatch(/^x-content-type-options: nosniff$/m)
  expect(JSON.parse(body)).toMatchObject({ error: { message: expect.stringMatching(/^The /) } })
})

test('a whole address as the target is not taken for a request of this machine', async () => {
  const client = await openRawClient({ port: server.port })
  client.send(formatRequest('GET http://evil.example/metrics', ['Connection: close']))
  await client.closed()
  expect(client.received()).toMatch(/^HTTP\/1\.1 404 /)
})

describe('bytes that are no request', () => {
  test('leave an answer that is under way as it is', async () => {
    const client = await openRawClient({ port: server.port })
    client.send(`${formatRequest('GET /cards/top.png')}\0\0\0\0`)
    await client.closed()
    expect(countResponses(client.received())).toBeLessThanOrEqual(1)
    expect(client.received()).not.toMatch(/HTTP\/1\.1 400/)
  })
})
