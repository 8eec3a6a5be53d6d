import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatRequest, openRawClient, type RawClient } from '#tests/attacks/raw-client.ts'
import { httpServerFactory } from './http-server.ts'
import { takeOverConnection } from './stream-connection.ts'

let app: FastifyInstance
let server: Server
let client: RawClient
let stream: Socket | undefined

beforeEach(async () => {
  stream = undefined
  app = Fastify({ serverFactory: httpServerFactory({ trustedProxies: [] }) })
  app.get('/stream', async (request, reply) => {
    stream = takeOverConnection(request, reply)
    stream.write('begun ')
  })
  server = app.server
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  client = await openRawClient({ port: Number(new URL(origin).port) })
})

afterEach(async () => {
  client.destroy()
  stream?.destroy()
  await app.close()
})

test('a stream lives on when the HTTP server closes all connections that it knows', async () => {
  client.send(formatRequest('GET /stream'))
  await client.until(/begun/)
  server.closeAllConnections()
  stream?.write('more')
  await expect.poll(() => client.received()).toContain('begun more')
})

test('nothing of the request is kept by what waits for the end of a stream', async () => {
  client.send(formatRequest('GET /stream'))
  await client.until(/begun/)
  await expect.poll(() => stream?.listenerCount('close')).toBe(0)
})

test('a stream whose client resets the connection is closed', async () => {
  client.send(formatRequest('GET /stream'))
  await client.until(/begun/)
  client.socket.resetAndDestroy()
  await expect.poll(() => stream?.closed).toBe(true)
})

test('a stream whose request announces a body that never comes is closed with its client', async () => {
  client.send(formatRequest('GET /stream', ['Content-Length: 5']))
  await client.until(/begun/)
  server.closeIdleConnections()
  stream?.write('more')
  await client.until(/begun more/)
  client.destroy()
  await expect.poll(() => stream?.closed).toBe(true)
})
