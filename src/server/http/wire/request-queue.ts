import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that one connection may send ahead of their answers. Browsers and proxies send none. */
export const MAX_WAITING_REQUESTS = 4

/** The requests that wait on each connection which is being answered. */
const waitingBySocket = new WeakMap<Socket, (() => void)[]>()

/** Connections that take no more requests. */
const closedSockets = new WeakSet<Socket>()

/**
 * Wraps a request listener so that it sees one request of a connection at a time: the next one is
 * handled once the answer before it was sent. Node itself starts all that have arrived, and each
 * would hold its answer in memory until the client reads. A connection that sends more than
 * `MAX_WAITING_REQUESTS` ahead is closed. Every answer must come through it, since Node lets those of
 * its own wait where this queue does not know of them: `httpServerFactory` leaves none to it.
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
  // There is no way for another answer if the previous one ended the connection.
  if (!socket.writable) return
  const next = waitingBySocket.get(socket)?.shift()
  if (next === undefined) waitingBySocket.delete(socket)
  else next()
}

/**
 * Has any further request of a connection close it, also one that waits already. Node may go on with
 * what it has read, even when nothing more is given to its parser: it stops at a body and resumes
 * once that was taken.
 */
export function closeQueue(socket: Socket): void {
  closedSockets.add(socket)
  if ((waitingBySocket.get(socket)?.length ?? 0) > 0) socket.destroy()
}

/** Returns whether a request of this connection is being handled, so that bytes of an answer may be under way. */
export function isAnswering(socket: Socket): boolean {
  return waitingBySocket.has(socket)
}
