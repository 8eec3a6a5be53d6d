import { request as send, type IncomingHttpHeaders } from 'node:http'

export interface AttackRequest {
  port: number
  path: string
  method?: string
  headers?: Record<string, string>
  body?: object
  /** The local address of the connection, in 127.0.0.0/8. */
  localAddress?: string
}

export interface AttackResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Sends one request over a connection of its own, with any headers. */
export function request(options: AttackRequest): Promise<AttackResponse> {
  const { port, path, method = 'GET', headers = {}, body, localAddress = '127.0.0.1' } = options
  const own = { host: `localhost:${port}`, origin: `http://localhost:${port}` }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoing = send(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        localAddress,
        agent: false,
        headers: { ...own, ...type, ...headers },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        )
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Returns the Cookie header that a browser sends after a response. */
export function cookieOf({ headers }: AttackResponse): string {
  return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
}
