import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ROUTES } from '#contract/routes.ts'
import type { RequireUser } from '#server/http/guards/session.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import type { DataSubject, PersonalData } from '#server/infra/personal-data.ts'

export interface ExportRouteDeps {
  database: Database
  requireUser: RequireUser
  collectPersonalData: (reader: Reader, subject: DataSubject) => Promise<PersonalData>
  clock: () => number
}

const FILE_NAME = 'donation-royale-my-data.json'

/** Serves the download of everything that is kept about one's own account. */
export function exportRoute(deps: ExportRouteDeps): FastifyPluginAsyncZod {
  const { database, requireUser, collectPersonalData, clock } = deps
  return async (app) => {
    app.get(
      ROUTES.ownExport,
      {
        config: { budget: 'mails', access: 'session' },
        schema: {
          operationId: 'exportOwnData',
          summary: 'Everything that is kept about one’s own account, as a file.',
          sends: ['content-disposition'],
          gives: { 'application/json': z.looseObject({ exportedAt: z.string() }) },
        },
      },
      async (request, reply) => {
        const { id: userId, email } = await requireUser(request)
        const data = await collectPersonalData(database.reader, { userId, email })
        request.log.info({ user: userId }, 'an account has downloaded its data')
        reply.header('content-disposition', `attachment; filename="${FILE_NAME}"`)
        reply.type('application/json; charset=utf-8').serializer(String)
        return JSON.stringify({ exportedAt: new Date(clock()).toISOString(), ...data }, null, 2)
      },
    )
  }
}
