import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { releaseConnection } from './connections.ts'
import { closeQueue } from './request-queue.ts'

/** The events of a socket that Node's HTTP server listens to, besides `close`. */
const HTTP_EVENTS = ['data', 'drain', 'end', 'error', 'timeout']

/**
 * Takes the connection of a request over from Fastify and Node, so that a stream can be written to
 * its socket. Nothing more is parsed on it: whatever the client sends, or has sent ahead, closes
 * the connection, since Node would write a response into the stream. The caller counts the stream.
 */
export function takeOverConnection(request: FastifyRequest, reply: FastifyReply): Socket {
  const { raw } = request
  const { socket } = raw
  reply.hijack()
  reply.raw.detachSocket(socket)
  socket.setTimeout(0)
  releaseConnection(socket)
  closeQueue(socket)
  const release = findParserRelease(socket)
  for (const event of HTTP_EVENTS) socket.removeAllListeners(event)
  // Node's parser reads the socket's handle; the first new listener for data detaches it.
  socket.on('data', destroy).on('end', socket.destroySoon).on('error', destroy)
  // Before, Node would take the request for one that its client has given up.
  finished(raw.resume(), release)
  return socket
}

/**
 * Returns a function after which Node's HTTP server has forgotten a connection that lives on: it
 * calls who listened to its end until now. What they hold (the parser, the request and its response)
 * is half of the memory that a stream takes.
 */
function findParserRelease(socket: Socket): () => void {
  const listeners = socket.rawListeners('close')
  return () => {
    if (socket.destroyed) return
    for (const listener of listeners) {
      listener.call(socket, false)
      socket.off('close', listener)
    }
  }
}

function destroy(this: Socket): void {
  this.destroy()
}
