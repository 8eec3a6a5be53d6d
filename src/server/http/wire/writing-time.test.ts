import { createServer, type Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#tests/helpers/network/free-port.ts'
import { countResponses, formatRequest, openRawClient } from '#tests/attacks/raw-client.ts'
import { limitWritingTime } from './writing-time.ts'

let server: Server

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function serve(body: Buffer, limitMs: number): Promise<number> {
  server = createServer(limitWritingTime((_request, response) => void response.end(body), limitMs))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return port
}

test('a client that does not read its answer is cut off', async () => {
  const port = await serve(Buffer.alloc(32 * 2 ** 20), 50)
  const cutOff = new Promise<void>((resolve) => {
    server.once('connection', (socket) => socket.once('close', () => resolve()))
  })
  const client = await openRawClient({ port, reads: false })
  client.send(formatRequest('GET /'))
  await expect(cutOff).resolves.toBeUndefined()
  client.destroy()
})

test('a client that has read its answer keeps its connection', async () => {
  const port = await serve(Buffer.from('ok'), 50)
  const client = await openRawClient({ port })
  client.send(formatRequest('GET /'))
  await client.until(/ok$/)
  await pause(100)
  client.send(formatRequest('GET /'))
  await client.until(/ok[^]*ok$/)
  expect(countResponses(client.received())).toBe(2)
  client.destroy()
})
