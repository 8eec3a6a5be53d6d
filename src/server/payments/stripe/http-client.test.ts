import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { createHttpClient } from './http-client.ts'

const SESSION = '{"id":"cs_1","object":"checkout.session"}'

let server: Server | undefined

afterEach(() => {
  server?.close()
  server = undefined
})

/** Starts a server; `onRequest` gets each request's bytes and the number of requests before. */
async function listen(
  onRequest: (socket: Socket, request: string, earlier: number) => void,
): Promise<number> {
  let requests = 0
  server = createServer((socket) => {
    // A client may cut its connection off.
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      onRequest(socket, bytes.toString(), requests)
      requests += 1
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

function connect(port: number, { timeoutMs = 20_000, retries = 0, own = true } = {}): Stripe {
  return new Stripe('sk_test_1', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    ...(own && { httpClient: createHttpClient(timeoutMs) }),
  })
}

function respond(socket: Socket, body: string, { length = body.length, status = '200 OK' } = {}) {
  socket.write(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nrequest-id: req_1\r\ncontent-length: ${length}\r\n\r\n${body}`,
  )
}

const find = (stripe: Stripe) => stripe.checkout.sessions.retrieve('cs_1', { expand: ['invoice'] })

const begin = (stripe: Stripe) =>
  stripe.checkout.sessions.create(
    { mode: 'payment', success_url: 'https://royale.example/', metadata: { name: 'Zoë & “co”' } },
    { idempotencyKey: 'key-1' },
  )

test.each([
  ['reads', find],
  ['writes', begin],
])("sends the bytes of the SDK's own client when it %s", async (_name, call) => {
  const requests: string[] = []
  const port = await listen((socket, request) => {
    requests.push(request)
    respond(socket, SESSION)
  })
  await call(connect(port, { own: false }))
  await call(connect(port))
  const [theirs, ours] = requests.map(normalise)
  expect(ours).toEqual(theirs)
})

/** Splits a request; the order of headers and which client sends it do not matter to Stripe. */
function normalise(request: string) {
  const [head = '', body] = request.split('\r\n\r\n')
  const [line, ...headers] = head.split('\r\n')
  const kept = headers
    .map((header) => header.replace(/"httplib":"\w+"/, ''))
    .filter((header) => !/^connection:/i.test(header))
  return { line, headers: kept.map((header) => header.toLowerCase()).toSorted(), body }
}

test('a response that does not come in time is a timeout', async () => {
  const port = await listen(() => {})
  const failure = await find(connect(port, { timeoutMs: 50 })).catch((error: unknown) => error)
  expect(failure).toMatchObject({ type: 'StripeConnectionError', detail: { code: 'ETIMEDOUT' } })
})

test('a body that stands still is a timeout', async () => {
  const port = await listen((socket) => respond(socket, '{"id"', { length: 100 }))
  const failure = await find(connect(port, { timeoutMs: 50 })).catch((error: unknown) => error)
  expect(failure).toMatchObject({ type: 'StripeConnectionError', detail: { code: 'ETIMEDOUT' } })
})

test('a body that breaks off is a failed connection, not a broken response', async () => {
  const port = await listen((socket) => {
    respond(socket, '{"id"', { length: 100 })
    socket.end()
  })
  await expect(find(connect(port))).rejects.toMatchObject({ type: 'StripeConnectionError' })
})

test('a body that is no JSON is told as that', async () => {
  const port = await listen((socket) => respond(socket, '<html>'))
  await expect(find(connect(port))).rejects.toMatchObject({ type: 'StripeAPIError' })
})

test('a connection that Stripe had closed meanwhile is opened again, with the same key', async () => {
  const keys: (string | undefined)[] = []
  const port = await listen((socket, request, earlier) => {
    keys.push(/idempotency-key: (\S+)/i.exec(request)?.[1])
    if (earlier === 1) socket.destroy()
    else respond(socket, SESSION)
  })
  const stripe = connect(port)
  await begin(stripe)
  await expect(begin(stripe)).resolves.toMatchObject({ id: 'cs_1' })
  expect(keys).toEqual(['key-1', 'key-1', 'key-1'])
})

test('a failure of Stripe’s is tried again, and its connection is not lost', async () => {
  const sockets = new Set<Socket>()
  const port = await listen((socket, _request, earlier) => {
    sockets.add(socket)
    respond(socket, SESSION, earlier === 0 ? { status: '503 Service Unavailable' } : {})
  })
  await expect(find(connect(port, { retries: 1 }))).resolves.toMatchObject({ id: 'cs_1' })
  expect(sockets.size).toBe(1)
})

test('a refusal keeps its words, its status and the id of the request', async () => {
  const error = '{"error":{"type":"invalid_request_error","message":"No such session"}}'
  const port = await listen((socket) => respond(socket, error, { status: '404 Not Found' }))
  await expect(find(connect(port))).rejects.toMatchObject({
    statusCode: 404,
    message: 'No such session',
    requestId: 'req_1',
  })
})

test('where nobody listens the connection fails', async () => {
  const port = await listen(() => {})
  await new Promise((resolve) => server?.close(resolve))
  await expect(find(connect(port))).rejects.toMatchObject({ type: 'StripeConnectionError' })
})
