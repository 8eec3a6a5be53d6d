import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { openRawClient, type RawClient } from './raw-client.ts'

const SOCKETS = 1_900

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
})

afterAll(() => server.stop())

test(`${SOCKETS} clients that never end their headers are sent away, and nobody waits for them`, async () => {
  const clients: RawClient[] = []
  for (let at = 0; at < SOCKETS; at += 100) {
    clients.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, () =>
          openRawClient({ port: server.port, localAddress: '127.0.0.2' }),
        ),
      )),
    )
  }
  for (const client of clients) client.send('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  const page = await fetch(server.url)
  expect(page.status).toBe(200)
  for (const client of clients) await client.closed(30_000)
  for (const client of clients) expect(client.received()).toMatch(/^(HTTP\/1\.1 408 |$)/)
})
