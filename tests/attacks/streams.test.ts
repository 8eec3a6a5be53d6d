import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../helpers/app-server.ts'
import { countAnswers, formatRequest, openWire, type Wire } from './wire.ts'

const LIVE = formatRequest('GET /api/leaderboard/live')
const HEALTH = formatRequest('GET /healthz')

let server: AppServer
let firstPid: number

beforeAll(async () => {
  server = await startAppServer()
  firstPid = server.pid()
}, 60_000)

afterAll(() => server.stop())

const wires: Wire[] = []

afterEach(() => {
  for (const wire of wires.splice(0)) wire.destroy()
})

async function open(): Promise<Wire> {
  const wire = await openWire({ port: server.port })
  wires.push(wire)
  return wire
}

/** The process must have survived, without a stream left open. */
async function expectUnharmed(): Promise<void> {
  await expect.poll(countViewers, { timeout: 5_000 }).toBe(0)
  expect(server.pid()).toBe(firstPid)
  expect(server.log()).not.toMatch(/"level":(50|60)/)
}

async function countViewers(): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${server.port}/metrics`).then((r) => r.text())
  return Number(/^royale_live_viewers (\d+)$/m.exec(metrics)?.[1])
}

/** Bytes that make no whole request yet. */
const PARTS: [name: string, bytes: string][] = [
  ['half a request', 'GET / HT'],
  ['an empty line', '\r\n'],
]

const REQUESTS: [name: string, bytes: string][] = [
  ['a request', HEALTH],
  ['the same request', LIVE],
  ['a HEAD request', formatRequest('HEAD /')],
  ['an upgrade', formatRequest('GET /', ['Connection: Upgrade', 'Upgrade: websocket'])],
  ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  [
    'a body that waits for leave',
    formatRequest('POST /api/auth/sign-in/email', ['Expect: 100-continue', 'Content-Length: 9']),
  ],
  ['an expectation that nobody knows', formatRequest('GET /', ['Expect: foo'])],
  ['a request without a host', 'GET / HTTP/1.1\r\n\r\n'],
  ['a thousand requests', HEALTH.repeat(1_000)],
  ['no HTTP', '\0\u0001\u007f'.repeat(500)],
]

describe('a stream of the board', () => {
  test.each([...REQUESTS, ...PARTS])(
    'ends with %s that comes after it began',
    async (_name, bytes) => {
      const wire = await open()
      wire.send(LIVE)
      await wire.until(/event: snapshot/)
      wire.send(bytes)
      await wire.closed()
      expect(countAnswers(wire.received())).toBe(1)
      await expectUnharmed()
    },
  )

  test.each(PARTS)(
    'takes no notice of %s in one piece with it, until more comes',
    async (_name, bytes) => {
      const wire = await open()
      wire.send(LIVE + bytes)
      await wire.until(/event: snapshot/)
      wire.send(HEALTH)
      await wire.closed()
      expect(countAnswers(wire.received())).toBe(1)
      await expectUnharmed()
    },
  )
})
