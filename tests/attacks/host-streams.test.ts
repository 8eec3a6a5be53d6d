import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import type { Donor } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { countResponses, formatRequest, openRawClient, type RawClient } from './raw-client.ts'

/** The most streams of one account. */
const MAX_STREAMS = 12

let server: AppServer
let host: Donor
let other: Donor
const clients: RawClient[] = []

beforeAll(async () => {
  server = await startAppServer()
  host = await signUpHost(server)
  other = await signUpHost(server)
})

afterAll(() => server.stop())

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await expectServerAlive()
})

/** Expects the server to be alive, without an open stream. */
async function expectServerAlive(): Promise<void> {
  await expect.poll(countConsoles).toBe(0)
  expect(server.log()).not.toMatch(/"level":(50|60)/)
}

async function open(reads = true): Promise<RawClient> {
  const client = await openRawClient({ port: server.port, reads })
  clients.push(client)
  return client
}

function formatLive({ cookies }: Donor): string {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return formatRequest('GET /api/host/live', [`Cookie: ${cookie}`])
}

async function countConsoles(): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${server.port}/metrics`).then((r) => r.text())
  return Number(/^royale_host_consoles (\d+)$/m.exec(metrics)?.[1])
}

async function expectHears(listener: RawClient, donationId: string): Promise<void> {
  const body = JSON.stringify({ isHere: true })
  await host.call(`/api/host/texts/${donationId}/presence`, { method: 'POST', body })
  await listener.until(/event: topics\ndata: \{"presences":/)
}

test('many connections of one account take its own streams, and no others', async () => {
  const greedy = await Promise.all(Array.from({ length: 60 }, () => open()))
  for (const client of greedy) client.send(formatLive(host))
  for (const client of greedy) await client.until(/HTTP\/1\.1 \d{3} /)
  const refused = greedy.filter((client) => client.received().includes('HTTP/1.1 429'))
  expect(greedy.length - refused.length).toBe(MAX_STREAMS)
  expect(await countConsoles()).toBe(MAX_STREAMS)
  const calm = await open()
  calm.send(formatLive(other))
  await calm.until(/event: topics/)
})

test.each([
  ['another request', () => formatRequest('GET /healthz')],
  ['the same request', () => formatLive(host)],
  ['a thousand requests', () => formatLive(host).repeat(1_000)],
  ['half a request', () => 'GET / HT'],
])('a stream ends with %s behind it, which gets no response', async (_name, bytes) => {
  const client = await open()
  client.send(formatLive(host))
  await client.until(/event: topics/)
  client.send(bytes())
  await client.closed()
  expect(countResponses(client.received())).toBe(1)
})

test('a connection that is closed on one side gives its place back', async () => {
  const half = await Promise.all(Array.from({ length: MAX_STREAMS }, () => open()))
  for (const client of half) client.send(formatLive(host))
  for (const client of half) await client.until(/event: topics/)
  for (const { socket } of half) socket.end()
  for (const client of half) await client.closed()
  await expect.poll(countConsoles).toBe(0)
  const next = await open()
  next.send(formatLive(host))
  await next.until(/event: topics/)
})

test('readers that stop keep nobody from hearing', async () => {
  const stopped = await Promise.all(Array.from({ length: MAX_STREAMS }, () => open(false)))
  for (const client of stopped) client.send(formatLive(host))
  await expect.poll(countConsoles).toBe(MAX_STREAMS)
  const reader = await open()
  reader.send(formatLive(other))
  await reader.until(/event: topics/)
  await expectHears(reader, 'donation-1')
})
