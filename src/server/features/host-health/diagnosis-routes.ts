import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  requestEchoSchema,
  runningSettingsSchema,
  settingDigestsSchema,
} from '#contract/host/diagnosis.ts'
import { hostHealthSchema } from '#contract/host/health.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { requireOperator } from '#server/http/guards/operator.ts'
import { deriveEchoToken } from '#server/infra/echo-token.ts'
import { findChanged, type SettingDigests } from '#server/infra/setting-digests.ts'
import { diagnose, type DiagnosisDeps } from './diagnosis.ts'

export interface DiagnosisRoutesDeps extends DiagnosisDeps {
  operatorToken: string
  /** The secret that all nodes have. */
  authSecret: string
  /** The mode and database of the installation, in one line. */
  installation: string
  /** A digest of each setting, under the operator's token. */
  settingDigests: SettingDigests
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
    await app.register(settingsRoute(deps))
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

/**
 * Tells the commands which settings differ from those with which the server runs. No digest leaves it:
 * the operator's token, under which they are made, is in each backup, and short secrets could be
 * guessed by it.
 */
function settingsRoute({
  operatorToken,
  installation,
  settingDigests,
}: DiagnosisRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      HOST_ROUTES.runningSettings,
      {
        config: { machine: true, access: 'operator' },
        onRequest: async (request) => requireOperator(request, operatorToken),
        schema: {
          operationId: 'checkSettings',
          summary:
            'Tells which mode and database the server has, and which settings differ from those of a command.',
          body: settingDigestsSchema,
          response: { 200: runningSettingsSchema },
        },
      },
      async ({ body }) => ({ installation, changed: findChanged(settingDigests, body.digests) }),
    )
  }
}

function toText(header: string | string[] | undefined): string | null {
  return header === undefined ? null : String(header)
}
