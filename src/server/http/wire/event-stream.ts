import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { takeOverConnection } from './stream-connection.ts'

/** A connection that has become a stream of events. */
export interface EventStream {
  socket: Socket
  /** The head of the response, to be written first. */
  head: string
}

/**
 * Turns the connection of a request into a stream of Server-Sent Events: events are written to the
 * socket as they are. The body has neither a length nor chunks, so it ends with the connection.
 */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  reply.removeHeader('retry-after')
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
    connection: 'close',
    date: new Date().toUTCString(),
  })
  const head = formatHead(reply.getHeaders())
  return { socket: takeOverConnection(request, reply), head }
}

function formatHead(headers: ReturnType<FastifyReply['getHeaders']>): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((single) => `${name}: ${single}\r\n`),
  )
  return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`
}
