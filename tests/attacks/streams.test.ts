import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { startLiveServer } from '../helpers/live/live-server.ts'
import { openViewer } from '../helpers/live/live-viewer.ts'
import { countResponses, formatRequest, openRawClient, type RawClient } from './raw-client.ts'

const LIVE = formatRequest('GET /api/leaderboard/live')
const HEALTH = formatRequest('GET /healthz')

let server: AppServer
let firstPid: number

beforeAll(async () => {
  server = await startAppServer()
  firstPid = server.pid()
})

afterAll(() => server.stop())

const clients: RawClient[] = []

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})

async function open(): Promise<RawClient> {
  const client = await openRawClient({ port: server.port })
  clients.push(client)
  return client
}

/** Expects the server to be alive, without an open stream. */
async function expectServerAlive(): Promise<void> {
  await expect.poll(countViewers).toBe(0)
  expect(server.pid()).toBe(firstPid)
  expect(server.log()).not.toMatch(/"level":(50|60)/)
}

async function countViewers(): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${server.port}/metrics`).then((r) => r.text())
  return Number(/^royale_live_viewers (\d+)$/m.exec(metrics)?.[1])
}

/** Bytes that are no whole request yet. */
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
      const client = await open()
      client.send(LIVE)
      await client.until(/event: snapshot/)
      client.send(bytes)
      await client.closed()
      expect(countResponses(client.received())).toBe(1)
      await expectServerAlive()
    },
  )

  test.each(PARTS)(
    'takes no notice of %s in one piece with it, until more comes',
    async (_name, bytes) => {
      const client = await open()
      client.send(LIVE + bytes)
      await client.until(/event: snapshot/)
      client.send(HEALTH)
      await client.closed()
      expect(countResponses(client.received())).toBe(1)
      await expectServerAlive()
    },
  )

  test.each(REQUESTS)('ends with %s that comes in one piece with it', async (_name, bytes) => {
    const client = await open()
    client.send(LIVE + bytes)
    await client.closed()
    expect(countResponses(client.received())).toBeLessThanOrEqual(1)
    await expectServerAlive()
  })

  test('ends with a body that its own request announced', async () => {
    const client = await open()
    client.send(formatRequest('GET /api/leaderboard/live', ['Content-Length: 5']))
    await client.until(/HTTP\/1\.1/)
    client.send('hello')
    await client.closed()
    expect(countResponses(client.received())).toBe(1)
    await expectServerAlive()
  })

  // Node stops reading at a body, and continues once the body has been read.
  test.each(REQUESTS)('ends with %s behind a body of its own request', async (_name, bytes) => {
    const client = await open()
    client.send(
      `${HEALTH}${formatRequest('GET /api/leaderboard/live', ['Content-Length: 3'])}abc${bytes}`,
    )
    await client.closed()
    expect(countResponses(client.received())).toBeLessThanOrEqual(2)
    await expectServerAlive()
  })

  test('ends when the client has said all it will', async () => {
    const client = await open()
    client.send(LIVE)
    await client.until(/event: snapshot/)
    client.socket.end()
    await client.closed()
    await expectServerAlive()
  })

  test('one connection takes one seat, however often it asks', async () => {
    const greedy = await Promise.all(Array.from({ length: 11 }, open))
    for (const client of greedy) client.send(LIVE.repeat(1_000))
    for (const client of greedy) await client.closed()
    await expectServerAlive()
  })

  test.each([
    [
      'an upgrade',
      formatRequest('GET /api/leaderboard/live', ['Connection: Upgrade', 'Upgrade: h2c']),
    ],
    ['an Expect', formatRequest('GET /api/leaderboard/live', ['Expect: 100-continue'])],
    ['HTTP/1.0', 'GET /api/leaderboard/live HTTP/1.0\r\n\r\n'],
  ])('asked for with %s is a stream of its own all the same', async (_name, bytes) => {
    const client = await open()
    client.send(bytes)
    await client.until(/event: snapshot/)
    client.send(HEALTH)
    await client.closed()
    await expectServerAlive()
  })
})

const FIRST = [
  'GET /',
  'HEAD /',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /api/config',
  'GET /api/leaderboard',
  'GET /api/leaderboard/rank?amountCents=500',
  'HEAD /api/leaderboard/live',
  'GET /api/donations',
  'GET /api/donations/own',
  'GET /api/checkouts',
  'GET /api/auth/get-session',
  'GET /api/openapi.json',
  'GET /cards/top.png',
  'GET /sw.js',
  'GET /nowhere',
  'DELETE /api/donations/test',
]

describe('an answer before a stream', () => {
  test.each(FIRST)('%s is given whole and in its turn', async (line) => {
    const client = await open()
    client.send(formatRequest(line) + LIVE)
    await client.until(/event: snapshot/)
    const answers = client.received().split(/(?=HTTP\/1\.1 \d{3} )/)
    expect(answers).toHaveLength(2)
    expect(answers[1]).toMatch(/content-type: text\/event-stream/i)
    client.destroy()
    await expectServerAlive()
  })
})

test('streams stay when connections run out and idle ones make room', async () => {
  const crowded = await startLiveServer({}, { total: 1, perAddress: 5 })
  try {
    const viewer = await openViewer(crowded.url)
    const { port } = new URL(crowded.origin)
    const idle = await openRawClient({ port: Number(port) })
    idle.send(formatRequest('GET /api/leaderboard'))
    await idle.until(/"entries"/)
    const refused = await openRawClient({ port: Number(port) })
    await refused.closed()
    await idle.closed()
    expect(crowded.hub.viewers).toBe(1)
    expect(viewer.response.destroyed).toBe(false)
    viewer.leave()
  } finally {
    await crowded.close()
  }
})
