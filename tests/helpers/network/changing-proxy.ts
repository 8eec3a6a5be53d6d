import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'

/** Opens a proxy to a port, which changes the headers of requests, and refuses one path. */
export async function openChangingProxy(
  port: number,
  change: (headers: IncomingHttpHeaders) => object,
  refused?: string,
) {
  const proxy = createServer(({ method, url: path, headers }, response) => {
    if (path === refused) return void response.writeHead(403).end('Forbidden')
    const forwarded = request({ port, method, path, headers: { ...change(headers) } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.end(method === 'POST' ? '{}' : undefined)
  })
  proxy.listen(0, 'localhost')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  onTestFinished(() => void proxy.close())
  return `http://localhost:${address.port}`
}
