import type { IncomingMessage, RequestListener } from 'node:http'
import { sendRawError } from './raw-answers.ts'

/**
 * Wraps a request listener so that it refuses a request with several Host headers, or an HTTP/1.1
 * request with none, as RFC 9112 (3.2) demands: a proxy may trust another one than we do. Node's own
 * check for a missing Host bypasses the queue, so its response could land within an earlier one.
 */
export function requireSingleHostHeader(handle: RequestListener): RequestListener {
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
