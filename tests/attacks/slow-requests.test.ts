import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../helpers/app-server.ts'
import { openWire, type Wire } from './wire.ts'

const SOCKETS = 1_900

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
})

afterAll(() => server.stop())

test(`${SOCKETS} clients that never end their headers are sent away, and nobody waits for them`, async () => {
  const wires: Wire[] = []
  for (let at = 0; at < SOCKETS; at += 100) {
    wires.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, () =>
          openWire({ port: server.port, localAddress: '127.0.0.2' }),
        ),
      )),
    )
  }
  for (const wire of wires) wire.send('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  const page = await fetch(server.url)
  expect(page.status).toBe(200)
  for (const wire of wires) await wire.closed(30_000)
  for (const wire of wires) expect(wire.received()).toMatch(/^(HTTP\/1\.1 408 |$)/)
})
