import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Call {
  /** The id in the path; empty where there is none. */
  id: string
  /** Undefined where the request had none. */
  body: unknown
  request: FastifyRequest
  reply: FastifyReply
}

/** Serves one route of the API with what the handler answers or throws. */
export type Mount = (method: 'GET' | 'POST', url: string, handler: (call: Call) => object) => void
