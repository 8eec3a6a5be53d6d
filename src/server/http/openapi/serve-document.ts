import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { tidyDocument } from './tidy-document.ts'

/** Serves the description of the API, for programs. */
export function serveDocument(app: FastifyInstance): void {
  // Made when it is first asked for, and then kept.
  let json: string | undefined
  app.get(
    '/api/openapi.json',
    {
      config: { budget: 'lookUps' },
      schema: {
        operationId: 'readApiDocument',
        summary: 'This document: the API as OpenAPI 3.1.',
        gives: { 'application/json': z.looseObject({ openapi: z.string() }) },
      },
    },
    async (_request, reply) => {
      json ??= JSON.stringify(tidyDocument(app.swagger()))
      return reply.type('application/json; charset=utf-8').send(json)
    },
  )
}
