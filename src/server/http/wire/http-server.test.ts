import type { RequestListener, Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '#tests/helpers/network/free-port.ts'
import {
  countResponses,
  formatRequest,
  openRawClient,
  type RawClient,
} from '#tests/attacks/raw-client.ts'
import type { ConnectionOptions } from './connections.ts'
import { httpServerFactory } from './http-server.ts'
import { MAX_WAITING_REQUESTS } from './request-queue.ts'

let server: Server | undefined
let port: number
const clients: RawClient[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

async function serve(handle: RequestListener, options: Partial<ConnectionOptions> = {}) {
  server = httpServerFactory({ trustedProxies: [], ...options })(handle)
  port = await freePort()
  await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
}

async function open(options: { localAddress?: string; reads?: boolean } = {}): Promise<RawClient> {
  const client = await openRawClient({ port, ...options })
  clients.push(client)
  return client
}

describe('requests that are sent ahead', () => {
  test('are handled one after the other, in their order', async () => {
    const log: string[] = []
    await serve(({ url = '' }, response) => {
      log.push(`begin ${url}`)
      setTimeout(() => {
        log.push(`end ${url}`)
        response.end('ok')
      }, 5)
    })
    const client = await open()
    client.send(['/a', '/b', '/c'].map((url) => formatRequest(`GET ${url}`)).join(''))
    await expect.poll(() => countResponses(client.received())).toBe(3)
    expect(log).toEqual(['begin /a', 'end /a', 'begin /b', 'end /b', 'begin /c', 'end /c'])
  })

  test('end the connection where they are too many, and no more of them are handled', async () => {
    let handled = 0
    await serve(() => void (handled += 1))
    const client = await open()
    client.send(formatRequest('GET /').repeat(MAX_WAITING_REQUESTS + 2))
    await client.closed()
    expect(handled).toBe(1)
  })

  test('are not handled behind an answer that ends the connection', async () => {
    let handled = 0
    await serve((_request, response) => {
      handled += 1
      response.writeHead(200, { connection: 'close' }).end('ok')
    })
    const client = await open()
    client.send(formatRequest('GET /').repeat(3))
    await client.closed()
    expect(countResponses(client.received())).toBe(1)
    expect(handled).toBe(1)
  })

  test('are not begun while the answer before them is not read', async () => {
    let handled = 0
    const large = Buffer.alloc(32 * 2 ** 20)
    await serve((_request, response) => {
      handled += 1
      response.end(large)
    })
    const client = await open({ reads: false })
    client.send(formatRequest('GET /').repeat(5))
    await expect.poll(() => handled).toBe(1)
    await pause(100)
    expect(handled).toBe(1)
  })
})

describe('connections', () => {
  const answer: RequestListener = (_request, response) => void response.end('ok')

  test('of one address are so many, and one more after one has closed', async () => {
    await serve(answer, { limits: { total: 10, perAddress: 2 } })
    const first = await open()
    await open()
    const third = await open()
    await third.closed()
    expect(third.received()).toMatch(/^HTTP\/1\.1 429 .*Too many connections are open/s)
    expect((await open({ localAddress: '127.0.0.2' })).received()).toBe('')
    first.destroy()
    await expect
      .poll(async () => {
        const next = await open()
        next.send(formatRequest('GET /'))
        await Promise.race([next.closed(), next.until(/HTTP/)])
        return next.received()
      })
      .toMatch(/^HTTP\/1\.1 200/)
  })

  test('of all addresses together are so many', async () => {
    await serve(answer, { limits: { total: 1, perAddress: 2 } })
    await open()
    const second = await open({ localAddress: '127.0.0.2' })
    await second.closed()
    expect(second.received()).toMatch(/^HTTP\/1\.1 503 .*Too many people are here/s)
  })

  test('that only wait for later give way when there are too many', async () => {
    await serve(answer, { limits: { total: 1, perAddress: 2 } })
    const idle = await open()
    idle.send(formatRequest('GET /'))
    await idle.until(/ok$/)
    const refused = await open({ localAddress: '127.0.0.2' })
    await refused.closed()
    await idle.closed()
    const next = await open({ localAddress: '127.0.0.2' })
    next.send(formatRequest('GET /'))
    await next.until(/^HTTP\/1\.1 200/)
    expect(refused.received()).toMatch(/^HTTP\/1\.1 503/)
  })

  test('of a trusted proxy, which brings many people, count in the total alone', async () => {
    await serve(answer, {
      limits: { total: 3, perAddress: 1 },
      trustedProxies: ['10.0.0.0/8', '127.0.0.1'],
    })
    for (let n = 0; n < 3; n += 1) {
      const client = await open()
      client.send(formatRequest('GET /'))
      await client.until(/^HTTP\/1\.1 200/)
    }
    const fourth = await open()
    await fourth.closed()
    expect(fourth.received()).toMatch(/^HTTP\/1\.1 503/)
  })
})
