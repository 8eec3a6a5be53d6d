import { Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const POLL_INTERVAL_MS = 100

/** The time that requests have to end when the server stops, ms. */
const GRACE_MS = 4_000

/** The time that a connection which was just made has for its first request, ms. */
const FIRST_REQUEST_MS = 500
const FIRST_REQUEST_POLL_MS = 10

/**
 * Takes no more connections from the moment when the server begins to stop, and lets requests that
 * have come end. Without this, it would refuse what comes while streams are ended; so a connection
 * waits for the next process, if a supervisor holds the socket, or is tried again by a proxy.
 */
export function stopListeningFirst(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    const all = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    server.once('close', () => clearTimeout(all))
    // Not the HTTP server's own way, which would cut connections that were just made.
    Server.prototype.close.call(server)
  })
}

/**
 * Closes connections that are idle, as soon as they are: clients keep them for another request. Those
 * that were just made count as idle too, so their requests are awaited for a moment before.
 */
export function closeIdleConnections(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  const unused = trackUnused(app)
  app.addHook('preClose', async () => {
    const deadline = performance.now() + FIRST_REQUEST_MS
    while (unused.size > 0 && performance.now() < deadline) await pause(FIRST_REQUEST_POLL_MS)
    timer = setInterval(() => app.server.closeIdleConnections(), POLL_INTERVAL_MS)
  })
  // The server has closed by then.
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Returns the connections on which no request has come yet. */
function trackUnused({ server }: FastifyInstance): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}
