import { mkdtemp, rm } from 'node:fs/promises'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ConfigError, parseConfig } from '#server/config.ts'
import { loadSecrets } from '#server/secrets.ts'
import { withServer } from './operator-call.ts'

const CALL = { method: 'POST', path: '/api/orders', body: { scope: 'all' } } as const

let dataDir: string
let server: Server
let respond: RequestListener
let installation: string | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'operator-'))
  installation = undefined
  server = createServer((incoming, response) => {
    if (incoming.url !== HOST_ROUTES.runningSettings) return respond(incoming, response)
    // A server of an earlier version does not tell.
    if (installation === undefined) return response.writeHead(404).end()
    response.end(JSON.stringify({ installation, changed: [] }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})

afterEach(async () => {
  vi.unstubAllGlobals()
  server.close()
  await rm(dataDir, { recursive: true })
})

function call() {
  const address = z.object({ port: z.int() }).parse(server.address())
  const config = parseConfig({
    PORT: `${address.port}`,
    DATA_DIR: dataDir,
    PAYMENTS: 'sandbox',
  })
  return withServer(config, (ask) => ask(CALL, z.object({ received: z.string() })))
}

test('an order and its answer go without fetch, which gives up after five minutes', async () => {
  vi.stubGlobal('fetch', () => {
    throw new Error('fetch gives up too early.')
  })
  const echo = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await readText(incoming)
    const { authorization } = incoming.headers
    const received = [incoming.method, incoming.url, body, authorization].join(' ')
    response.end(JSON.stringify({ received }))
  }
  respond = (incoming, response) => void echo(incoming, response)
  const { received } = await call()
  const { operatorToken } = loadSecrets(dataDir)
  expect(received).toBe(`POST /api/orders {"scope":"all"} Bearer ${operatorToken}`)
})

test('an answer that comes in pieces is put together', async () => {
  respond = (_, response) => {
    response.write('{"received":')
    setImmediate(() => response.end('"all"}'))
  }
  expect(await call()).toEqual({ received: 'all' })
})

test('a server with other settings is asked nothing, and named', async () => {
  const received = vi.fn<RequestListener>((_, response) => void response.end('{"received":"all"}'))
  respond = received
  installation = 'Payments: live. Database: PostgreSQL at db/royale'
  await expect(call()).rejects.toThrow(
    `The server that runs here has other settings than this command. It has: ${installation}.`,
  )
  expect(received).not.toHaveBeenCalled()
})

test('a refusal is told with its words', async () => {
  respond = (_, response) => void response.writeHead(409).end('Not now.')
  await expect(call()).rejects.toThrow('The server answered 409: Not now.')
})

test('a refusal with a sentence is told by it alone, as what the operator can mend', async () => {
  const error = { code: 'failed-precondition', message: 'Nothing was imported.', requestId: 'r1' }
  respond = (_, response) => void response.writeHead(400).end(JSON.stringify({ error }))
  await expect(call()).rejects.toThrow(new ConfigError('Nothing was imported.'))
})

test('a server of another data folder is told in one sentence', async () => {
  respond = (_, response) => void response.writeHead(404).end('Not here.')
  await expect(call()).rejects.toThrow(
    `does not take the token of ${dataDir}: run the command in the folder of the server's .env, or set`,
  )
})

test('an answer that is cut off is told, and starts no second server', async () => {
  respond = (incoming) => void incoming.destroy()
  await expect(call()).rejects.toThrow('socket hang up')
})
