import { randomUUID } from 'node:crypto'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { markRequestLogger } from '#server/infra/work-context.ts'
import { refuseBrokenRequest } from './wire/broken-requests.ts'
import { answerFrameworkErrors } from './errors.ts'
import { matchAddresses } from './wire/connections.ts'
import { httpServerFactory } from './wire/http-server.ts'
import { BODY_LIMIT_BYTES } from './guards/json-bodies.ts'
import { bareHeaders } from './guards/security.ts'

export interface FastifyDeps {
  logger: FastifyBaseLogger
  publicUrl: string
  trustedProxies: string[]
}

/** Creates the server without any route, with its limits on connections, requests and bodies. */
export function createFastify(deps: FastifyDeps): FastifyInstance {
  const { logger: loggerInstance, publicUrl, trustedProxies } = deps
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? matchAddresses(trustedProxies) : false,
    bodyLimit: BODY_LIMIT_BYTES,
    // The first look at a big database may take longer than any limit; it is not a plugin that hangs.
    pluginTimeout: 0,
    serverFactory: httpServerFactory({ trustedProxies }),
    clientErrorHandler: refuseBrokenRequest,
    genReqId: () => randomUUID(),
    childLoggerFactory: (logger, bindings, options) =>
      markRequestLogger(logger.child(bindings, options)),
    forceCloseConnections: 'idle',
    // Requests on connections that are open already are served: see `stopListeningFirst`.
    return503OnClosing: false,
    frameworkErrors: answerFrameworkErrors(bareHeaders(publicUrl)),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app
}
