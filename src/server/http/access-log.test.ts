import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/helpers/app/app.ts'

const NOW = Date.UTC(2026, 10, 21, 21, 38, 22)

let server: TestApp
let lines: string[]

async function open(options: Parameters<typeof openTestApp>[0] = {}): Promise<void> {
  lines = []
  const accessLog = { write: (line: string) => void lines.push(line) }
  server = await openTestApp({ accessLog, clock: () => NOW, ...options })
}

beforeEach(() => open())
afterEach(() => server.close())

/** Sends a request over its own connection, and reads until the server closes it. */
async function sendRaw(origin: string, request: string): Promise<string> {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' })
  socket.write(request)
  return text(socket)
}

/** Matches the format that nginx calls 'combined', which fail2ban and others parse. */
const COMBINED =
  /^(\S+) - - \[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000)\] "([A-Z]+) (\S+) HTTP\/[\d.]+" (\d{3}) (\d+|-) "-" "([^"]*)"$/

test('a line has the address, the time, what was asked, the status, the length and the agent', async () => {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11)' }
  const { body } = await server.call({ url: '/api/config?secret=canary', headers })
  const length = Buffer.byteLength(body)
  expect(lines).toEqual([
    `127.0.0.1 - - [21/Nov/2026:21:38:22 +0000] "GET /api/config HTTP/1.1" 200 ${length} "-" "Mozilla/5.0 (X11)"`,
  ])
  expect(lines[0]).toMatch(COMBINED)
})

test('a failed sign-in and an address with nothing at it have lines that can be banned by', async () => {
  const payload = { email: 'canary@donor.example', password: 'canary of a wrong password' }
  await server.call({ method: 'POST', url: '/api/auth/sign-in/email', payload })
  await server.call({ url: '/wp-login.php' })
  expect(lines[0]).toContain('"POST /api/auth/sign-in/email HTTP/1.1" 401 ')
  expect(lines[1]).toContain('"GET /wp-login.php HTTP/1.1" 404 ')
  expect(lines.join('')).not.toContain('canary')
})

describe('the address is that of the client', () => {
  test('is the one that a trusted proxy forwards', async () => {
    await server.close()
    await open({ trustedProxies: ['10.0.0.0/8'] })
    const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' }
    await server.call({ url: '/healthz', headers, remoteAddress: '10.0.0.1' })
    expect(lines[0]).toMatch(/^203\.0\.113\.7 - - /)
  })

  test('and not as anybody else does', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    await server.call({ url: '/healthz', headers, remoteAddress: '198.51.100.1' })
    expect(lines[0]).toMatch(/^198\.51\.100\.1 - - /)
  })

  test('or none, where a trusted proxy passes on what is no address', async () => {
    await server.close()
    await open({ trustedProxies: ['10.0.0.0/8'] })
    const headers = { 'x-forwarded-for': '203.0.113.7" 200 [forged]' }
    await server.call({ url: '/healthz', headers, remoteAddress: '10.0.0.1' })
    expect(lines[0]).toMatch(/^- - - /)
  })
})

describe('nobody forges a line', () => {
  test.each([
    ['a quote', 'x" 200 0 "-" "', String.raw`x\x22 200 0 \x22-\x22 \x22`],
    ['a line', 'x\r\n1.2.3.4 - - [', String.raw`x\x0D\x0A1.2.3.4 - - [`],
    ['colours', '\u001B[31mred\u001B[0m', String.raw`\x1B[31mred\x1B[0m`],
    ['a backslash', 'x\\', String.raw`x\x5C`],
    ['letters of other scripts', 'Ünï', String.raw`\xC3\x9Cn\xC3\xAF`],
    ['another way to end a line', 'a\u0085b\u2028c', String.raw`a\xC2\x85b\xE2\x80\xA8c`],
  ])('with %s in the agent', async (_case, agent, written) => {
    await server.call({ url: '/healthz', headers: { 'user-agent': agent } })
    expect(lines[0]).toMatch(COMBINED)
    expect(lines[0]?.split('"').at(-2)).toBe(written)
  })

  test('with what is in an address', async () => {
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
    // Raw bytes, because HTTP clients would encode this path.
    await sendRaw(origin, 'GET /a"b\\c%0d%0ad?x HTTP/1.0\r\n\r\n')
    expect(lines[0]).toContain(String.raw`"GET /a\x22b\x5Cc%0d%0ad HTTP/1.0" 404`)
  })

  test('that is without end', async () => {
    await server.call({
      url: `/${'a'.repeat(5_000)}`,
      headers: { 'user-agent': 'b'.repeat(5_000) },
    })
    expect(lines[0]?.length).toBeLessThan(700)
  })
})

test('what may open something, or is somebody’s, is not written', async () => {
  for (const url of [
    '/api/auth/reset-password/pQ7xT2kLm9ZsWv4RbN8cYd3F',
    '/api/checkouts/cs_test_a1B2c3D4e5F6g7H8i9J0',
    '/cards/donation/0193c1f2-7b1e-7cc1-9a57-3f5a1b2c3d4e.png',
  ]) {
    await server.call({ url })
  }
  expect(lines.map((line) => line.split(' ')[6])).toEqual([
    '/api/auth/reset-password/*',
    '/api/checkouts/*',
    '/cards/donation/*',
  ])
})
