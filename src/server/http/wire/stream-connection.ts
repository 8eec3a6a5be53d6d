import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { releaseConnection } from './connections.ts'
import { closeQueue } from './request-queue.ts'

/**
 * Takes the connection of a request out of Fastify's and Node's hands, so that a stream can be
 * written to its socket. Nothing more is parsed on it: whatever else the client sends, or has sent
 * ahead, closes the connection. Node would answer it into the stream. The caller counts the stream.
 */
export function takeOverConnection(request: FastifyRequest, reply: FastifyReply): Socket {
  const { socket } = request.raw
  reply.hijack()
  reply.raw.detachSocket(socket)
  socket.setTimeout(0)
  releaseConnection(socket)
  closeQueue(socket)
  // Node's parser listens for data too; the first new listener takes the socket back from it.
  socket.removeAllListeners('data')
  socket.on('data', () => socket.destroy())
  return socket
}
