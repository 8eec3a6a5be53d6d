import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Installs what reads cookies and describes the API. */
export async function installPlugins(app: FastifyInstance): Promise<void> {
  await app.register(cookie)
  await app.register(swagger, {
    openapi: { info: { title: 'Donation Royale', version: '1' } },
    transform: jsonSchemaTransform,
  })
}
