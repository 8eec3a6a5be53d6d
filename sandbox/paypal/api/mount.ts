import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Call {
  /** The id in the path; empty if there is none. */
  id: string
  /** The parsed body; undefined if the request had none. */
  body: unknown
  request: FastifyRequest
  reply: FastifyReply
}

/** Serves one route of the API; the handler returns the response or throws its error. */
export type Mount = (method: 'GET' | 'POST', url: string, handler: (call: Call) => object) => void
