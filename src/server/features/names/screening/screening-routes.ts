import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '#contract/app-error.ts'
import { hasPermission } from '#contract/host/roles.ts'
import { screeningSettingsSchema } from '#contract/host/texts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { toActor } from '#server/features/audit/audit.ts'
import { readScreening } from '../text-reads.ts'
import { changeScreening, type SettingsChanged } from './screening-store.ts'

export interface ScreeningRoutesDeps {
  database: Database
  bus: Bus
  requireHost: RequireHost
  clock: () => number
}

/** Serves the settings of the screening. Moderators change the words and amounts alone. */
export function screeningRoutes(deps: ScreeningRoutesDeps): FastifyPluginAsyncZod {
  const { database, bus, clock } = deps
  const requireModerator = deps.requireHost('moderation')
  return async (app) => {
    app.get(
      HOST_ROUTES.screening,
      {
        config: { budget: 'lookUps', access: requireModerator.access },
        schema: {
          operationId: 'getScreening',
          summary: 'How names and messages are screened.',
          response: { 200: screeningSettingsSchema },
        },
      },
      async (request) => {
        await requireModerator(request)
        return readScreening(database.reader)
      },
    )
    app.put(
      HOST_ROUTES.screening,
      {
        config: { budget: 'accounts', access: requireModerator.access },
        schema: {
          operationId: 'setScreening',
          summary: 'Changes how names and messages are screened.',
          fails: ['failed-precondition'],
          body: screeningSettingsSchema,
          response: { 200: screeningSettingsSchema },
        },
      },
      async (request) => {
        const user = await requireModerator(request)
        const mayChangeMode = hasPermission(user.role, 'settings')
        const actor = toActor(user)
        const change = { settings: request.body, actor, mayChangeMode, at: clock() }
        requireDone(await database.write(changeScreening, change))
        request.log.info({ user: user.id }, 'the screening of texts was changed')
        bus.publish()
        return readScreening(database.reader)
      },
    )
  }
}

function requireDone(result: SettingsChanged): void {
  if (result === 'outdated') {
    throw new AppError(
      'failed-precondition',
      'Somebody else has changed these settings meanwhile: look at them again.',
      { reason: 'OUTDATED' },
    )
  }
  if (result === 'not-allowed') {
    throw new AppError(
      'permission-denied',
      'Only an owner may change how texts are screened; you may change the words and amounts.',
      { reason: 'ROLE_NOT_ALLOWED' },
    )
  }
}
