import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { isLocalRequest } from './local-requests.ts'

// Trusting every proxy must make no difference: only the peer of the connection counts.
const app = Fastify({ trustProxy: true })
app.get('/', async (request) => isLocalRequest(request))

afterAll(() => app.close())

async function isLocal(headers: Record<string, string>, remoteAddress?: string): Promise<boolean> {
  const { body } = await app.inject({ url: '/', headers, ...(remoteAddress && { remoteAddress }) })
  return body === 'true'
}

describe('a request is of this machine', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('from %s', async (address) => {
    expect(await isLocal({ host: 'localhost:3000' }, address)).toBe(true)
  })

  test.each([
    'localhost',
    'LOCALHOST:3000',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.1.2.3',
    '[::1]:3000',
  ])('under the Host %s', async (host) => {
    expect(await isLocal({ host })).toBe(true)
  })

  test.each([
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' },
  ])('typed by a person or made by a page of its own: %o', async (headers) => {
    expect(await isLocal({ host: 'localhost:3000', ...headers })).toBe(true)
  })
})

describe('a request is not of this machine', () => {
  test.each([
    '203.0.113.9',
    '10.0.0.1',
    '::ffff:203.0.113.9',
    '2001:db8::1',
    '128.0.0.1',
    '0.0.0.0',
  ])('from %s', async (address) => {
    expect(await isLocal({ host: 'localhost' }, address)).toBe(false)
  })

  test.each([
    'evil.example',
    'royale.example:3000',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.nip.io',
    '127.0.0.1@evil.example',
    'localhost:3000@evil.example',
    'localhost.',
    '0.0.0.0:3000',
    '[::]:3000',
    '192.168.1.20',
    'localhost:3000, evil.example',
    '2130706433',
    'local host',
  ])('under the Host "%s"', async (host) => {
    expect(await isLocal({ host })).toBe(false)
  })

  test.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'http'],
    ['x-forwarded-port', '3000'],
    ['forwarded', 'for=127.0.0.1;host=localhost'],
    ['x-real-ip', '127.0.0.1'],
    ['via', '1.1 proxy'],
    ['cf-connecting-ip', '127.0.0.1'],
    ['cdn-loop', 'cloudflare'],
    ['true-client-ip', '127.0.0.1'],
    ['x-client-ip', '127.0.0.1'],
    ['x-cluster-client-ip', '127.0.0.1'],
    ['fly-client-ip', '127.0.0.1'],
    ['X-Original-Forwarded-For', ''],
  ])('with the header %s', async (name, value) => {
    expect(await isLocal({ host: 'localhost', [name]: value })).toBe(false)
  })

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('made by a page of another site: %o', async (headers) => {
    expect(await isLocal({ host: 'localhost:3000', ...headers })).toBe(false)
  })
})
