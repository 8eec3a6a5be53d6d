import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The most requests that one connection may send ahead of their responses. Browsers and proxies
 * send none.
 */
export const MAX_WAITING_REQUESTS = 4

/** The waiting requests of each connection on which one is being handled. */
const waitingBySocket = new WeakMap<Socket, (() => void)[]>()

/** Connections that accept no more requests. */
const closedSockets = new WeakSet<Socket>()

/**
 * Wraps a request listener so that it gets one request of a connection at a time: the next one is
 * handled once the response before it was sent. Node itself starts all requests that have arrived,
 * and each would hold its response in memory until the client reads. A connection that sends more
 * than `MAX_WAITING_REQUESTS` ahead is closed. Every response must pass through this queue, since
 * Node holds its own back where the queue does not know of them: `httpServerFactory` leaves none to
 * Node.
 */
export function queueRequests(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    if (closedSockets.has(socket)) return void socket.destroy()
    const start = (): void => {
      response.once('close', () => startNext(socket))
      handle(request, response)
    }
    const waiting = waitingBySocket.get(socket)
    if (waiting === undefined) {
      waitingBySocket.set(socket, [])
      start()
    } else if (waiting.length < MAX_WAITING_REQUESTS) {
      waiting.push(start)
    } else {
      socket.destroy()
    }
  }
}

function startNext(socket: Socket): void {
  // No further response can be sent if the previous one ended the connection.
  if (!socket.writable) return
  const next = waitingBySocket.get(socket)?.shift()
  if (next === undefined) waitingBySocket.delete(socket)
  else next()
}

/**
 * Closes a connection as soon as it has another request, also one that waits already. Node may
 * continue with bytes it has read, even when its parser gets nothing more: it stops at a body and
 * resumes once that was taken.
 */
export function closeQueue(socket: Socket): void {
  closedSockets.add(socket)
  if ((waitingBySocket.get(socket)?.length ?? 0) > 0) socket.destroy()
}

/**
 * Returns whether a request of this connection is being handled, so that bytes of a response may be
 * under way.
 */
export function isAnswering(socket: Socket): boolean {
  return waitingBySocket.has(socket)
}
