import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod'
import { sessionCookieName } from '../guards/session.ts'
import { createSchemaRegistry } from './components.ts'
import { describeRoute } from './describe-route.ts'
import { COMMON_HEADERS } from './headers.ts'
import { listSchemes, signatureName, toSignatureScheme } from './security.ts'
import { DOCUMENT_TAGS } from './tags.ts'

export interface DocumentOptions {
  publicUrl: string
  /** The version of the program. */
  version: string
}

const DESCRIPTION = `The API of a Donation Royale server: what its page, its hosts’ console, the payment providers and its operator’s program call.

- Amounts are whole US cents. Times are ISO 8601 in UTC, or milliseconds since 1970 where a number stands.
- An error has one shape, \`Error\`; \`message\` is a sentence for people, and \`requestId\`, which the header \`X-Request-Id\` has too, finds it in the log. Some refusals of the routes of accounts are a \`Refusal\`.
- A request that changes something must come from the page’s own origin if it says an \`Origin\`.
- Every response has the headers of \`x-common-headers\` as far as they apply to it.
- Every GET answers HEAD too, except the streams. Left out are HEAD, the files and documents of the page itself, and the payment stand-ins of a sandbox.`

/**
 * Installs the description of the API. It is made from the routes when it is first asked for: every
 * route that is added from now on is in it unless its schema has `hide`.
 */
export async function installDocument(
  app: FastifyInstance,
  { publicUrl, version }: DocumentOptions,
): Promise<void> {
  const schemaRegistry = createSchemaRegistry()
  const convert = createJsonSchemaTransform({ schemaRegistry })
  const addComponents = createJsonSchemaTransformObject({ schemaRegistry })
  const securitySchemes = listSchemes(sessionCookieName(publicUrl))
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Donation Royale',
        version,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // The address is that of the document, whatever proxies stand before the server.
      servers: [{ url: '/' }],
      tags: DOCUMENT_TAGS,
      components: { securitySchemes },
    },
    transform: ({ route, schema, url, ...document }) => {
      if (route.schema === undefined || schema.hide === true) return { schema, url }
      const [signature] = schema.signedBy ?? []
      if (signature !== undefined) {
        securitySchemes[signatureName(url)] = toSignatureScheme(signature)
      }
      const toJson = (part: FastifySchema) =>
        convert({ route, url, ...document, schema: part }).schema
      return { schema: describeRoute(route, toJson), url }
    },
    transformObject: (document) =>
      Object.assign(addComponents(document), { 'x-common-headers': COMMON_HEADERS }),
  })
}
