import { createServer, type RequestListener, type Server } from 'node:http'
import { guardConnections, type ConnectionOptions } from './connections.ts'
import { queueRequests } from './request-queue.ts'
import { requireSingleHostHeader } from './host-header.ts'
import { limitWritingTime } from './writing-time.ts'

const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000
const CONNECTIONS_CHECK_MS = 5_000

/** Longer than proxies keep an idle connection, so that they never send into one that closes. */
const KEEP_ALIVE_MS = 72_000

/**
 * Returns the factory with which Fastify creates its HTTP server: one that limits the time,
 * connections, requests and unread responses of each client.
 */
export function httpServerFactory(
  options: ConnectionOptions,
): (listener: RequestListener) => Server {
  return (listener) => {
    const handle = requireSingleHostHeader(limitWritingTime(listener))
    const server = createServer(
      {
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: HEADERS_TIMEOUT_MS,
        connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        // `requireSingleHostHeader` refuses such requests, because Node would answer outside of the queue.
        requireHostHeader: false,
      },
      queueRequests(handle),
    )
    // Node would answer these outside of the queue too. An unknown Expect may be ignored.
    server.on('checkExpectation', queueRequests(handle))
    server.on('checkContinue', queueRequests(sendContinue(handle)))
    guardConnections(server, options)
    return server
  }
}

/** Wraps a request listener so that the client is told to send its body when its turn comes. */
function sendContinue(handle: RequestListener): RequestListener {
  return (request, response) => {
    response.writeContinue()
    handle(request, response)
  }
}
