import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** `hang` never answers, `cut` closes the connection instead; an object body is sent as JSON. */
export type Reply = 'hang' | 'cut' | { status?: number; headers?: object; body: string | object }

export interface HttpDouble {
  url: string
  /** Everything that came, in order. */
  requests: ReceivedRequest[]
  close(): Promise<void>
}

/** A server of the test's own making, on a free port. */
export async function openHttpDouble(
  respond: (request: ReceivedRequest) => Reply,
): Promise<HttpDouble> {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body: await text(incoming) }
    requests.push(request)
    const reply = respond(request)
    if (reply === 'hang') return
    if (reply === 'cut') {
      incoming.socket.destroy()
      return
    }
    response.writeHead(reply.status ?? 200, {
      'content-type': 'application/json',
      ...reply.headers,
    })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
