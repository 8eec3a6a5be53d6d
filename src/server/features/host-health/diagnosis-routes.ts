import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requestEchoSchema } from '#contract/host/diagnosis.ts'
import { hostHealthSchema } from '#contract/host/health.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { requireOperator } from '#server/http/guards/operator.ts'
import { deriveEchoToken } from '#server/infra/echo-token.ts'
import { diagnose, type DiagnosisDeps } from './diagnosis.ts'

export interface DiagnosisRoutesDeps extends DiagnosisDeps {
  operatorToken: string
  /** The secret that all nodes have. */
  authSecret: string
}

/** Serves `donation-royale doctor`, for the operator. */
export function diagnosisRoutes(deps: DiagnosisRoutesDeps): FastifyPluginAsyncZod {
  const { operatorToken, authSecret } = deps
  const echoToken = deriveEchoToken(authSecret)
  return async (app) => {
    app.post(
      HOST_ROUTES.diagnoses,
      {
        config: { machine: true, access: 'operator' },
        onRequest: async (request) => requireOperator(request, operatorToken),
        schema: {
          operationId: 'diagnose',
          summary:
            'Checks settings, providers, mail, database and disk, for `donation-royale doctor`.',
          response: { 200: hostHealthSchema },
        },
      },
      async () => diagnose(deps),
    )
    app.get(
      HOST_ROUTES.requestEcho,
      {
        config: { machine: true, access: 'operator' },
        onRequest: async (request) => requireOperator(request, echoToken, operatorToken),
        schema: {
          operationId: 'echoRequest',
          summary: 'Tells how a request arrived, to check the proxies before the server.',
          response: { 200: requestEchoSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const { headers } = request
        return {
          protocol: request.protocol,
          clientAddress: request.ip,
          host: headers.host ?? null,
          peerAddress: request.socket.remoteAddress ?? '',
          forwardedFor: toText(headers['x-forwarded-for']),
          forwardedProtocol: toText(headers['x-forwarded-proto']),
        }
      },
    )
  }
}

function toText(header: string | string[] | undefined): string | null {
  return header === undefined ? null : String(header)
}
