import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/**
 * A response: `hang` never responds, `cut` closes the connection; an object body is sent as JSON.
 */
export type Reply = 'hang' | 'cut' | { status?: number; headers?: object; body: string | object }

export interface HttpDouble {
  url: string
  /** All requests so far, in order. */
  requests: ReceivedRequest[]
  close(): Promise<void>
}

/** Opens a server on a free port that responds as the test says. */
export async function openHttpDouble(
  respond: (request: ReceivedRequest) => Reply,
): Promise<HttpDouble> {
  const requests: ReceivedRequest[] = []

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    const request = await receive(incoming)
    requests.push(request)
    send(respond(request), response)
  }

  const server = createServer((incoming, response) => void serve(incoming, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The double has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url: path = '', headers } = incoming
  return { method, path, headers, body: await text(incoming) }
}

function send(reply: Reply, response: ServerResponse): void {
  if (reply === 'hang') return
  if (reply === 'cut') {
    response.destroy()
    return
  }
  const { status = 200, headers, body } = reply
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
