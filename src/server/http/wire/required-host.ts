import type { IncomingMessage, RequestListener } from 'node:http'
import { sendRawError } from './raw-answers.ts'

/**
 * Wraps a request listener so that an HTTP/1.1 request without a Host, or with several, is refused,
 * as RFC 9112 (3.2) demands: a proxy in front may use another of them than we do. Node can refuse
 * the former too, but writes its response into a stream that began on the connection.
 */
export function requireHost(handle: RequestListener): RequestListener {
  return (request, response) => {
    const hosts = countHosts(request)
    if (hosts === 1 || (hosts === 0 && request.httpVersion !== '1.1')) {
      return handle(request, response)
    }
    sendRawError(response, {
      status: 400,
      code: 'invalid-argument',
      message: 'The request must name its host once.',
    })
  }
}

/** Counts the Host headers in `rawHeaders`, since `headers` keeps only the first of two. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length
}
