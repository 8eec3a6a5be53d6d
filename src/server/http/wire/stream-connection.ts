import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { releaseConnection } from './connections.ts'
import { closeQueue } from './request-queue.ts'

/**
 * Takes the connection of a request over from Fastify and Node, so that a stream can be written to
 * its socket. Nothing more is parsed on it: whatever the client sends, or has sent ahead, closes
 * the connection, since Node would write a response into the stream. The caller counts the stream.
 */
export function takeOverConnection(request: FastifyRequest, reply: FastifyReply): Socket {
  const { socket } = request.raw
  reply.hijack()
  reply.raw.detachSocket(socket)
  socket.setTimeout(0)
  releaseConnection(socket)
  closeQueue(socket)
  // Node's parser listens for data too; the first new listener detaches it from the socket.
  socket.removeAllListeners('data')
  socket.on('data', () => socket.destroy())
  return socket
}
