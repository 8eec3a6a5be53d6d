import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Installs the plugins that read cookies and describe the API. */
export async function installPlugins(app: FastifyInstance): Promise<void> {
  await app.register(cookie)
  await app.register(swagger, {
    openapi: { info: { title: 'Donation Royale', version: '1' } },
    transform: jsonSchemaTransform,
  })
}
