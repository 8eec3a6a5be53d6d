import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { exportQuerySchema } from '#contract/host/exports.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import type { Bodies } from '#server/http/openapi/route-facts.ts'
import { streamCsv, streamJson } from '#server/infra/exports.ts'
import { toSpan } from '../figures/days.ts'
import type { ListDeps } from '../list/list.ts'
import { exportedDonationSchema, readDonations } from './donations.ts'
import { exportedMovementSchema, readMovements, type ExportSource } from './movements.ts'
import { DONATIONS, MOVEMENTS } from './tables.ts'

export interface ExportRoutesDeps extends ListDeps {
  requireHost: RequireHost
}

interface ExportFile {
  summary: string
  gives: Bodies
  open: (source: ExportSource) => Readable
}

const CSV = { 'text/csv': z.string() }

const FILES: Record<string, ExportFile> = {
  'movements.csv': {
    summary: 'Every movement of money as a table (CSV).',
    gives: CSV,
    open: (source) => streamCsv(MOVEMENTS, readMovements(source)),
  },
  'movements.json': {
    summary: 'Every movement of money as JSON.',
    gives: { 'application/json': z.array(exportedMovementSchema) },
    open: (source) => streamJson(readMovements(source)),
  },
  'donations.csv': {
    summary: 'Every donation with what became of it, as a table (CSV).',
    gives: CSV,
    open: (source) => streamCsv(DONATIONS, readDonations(source)),
  },
  'donations.json': {
    summary: 'Every donation with what became of it, as JSON.',
    gives: { 'application/json': z.array(exportedDonationSchema) },
    open: (source) => streamJson(readDonations(source)),
  },
}

/** Registers the exports; each is read page by page, as fast as the client takes it. */
export function exportRoutes(deps: ExportRoutesDeps): FastifyPluginAsyncZod {
  const requireMoney = deps.requireHost('money')
  return async (app) => {
    for (const [name, { summary, gives, open }] of Object.entries(FILES)) {
      app.get(
        `${HOST_ROUTES.exports}/${name}`,
        {
          config: { budget: 'lookUps', access: requireMoney.access },
          schema: {
            operationId: toOperationId(name),
            summary,
            querystring: exportQuerySchema,
            sends: ['content-disposition'],
            gives,
          },
        },
        async (request, reply) => {
          await requireMoney(request)
          const { database, livemode } = deps
          const timeZone = deps.timeZone()
          const span = toSpan(request.query, timeZone)
          return reply
            .type(name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json')
            .header('content-disposition', `attachment; filename="${name}"`)
            .header('cache-control', 'no-store')
            .send(open({ database, livemode, timeZone, ...span }))
        },
      )
    }
  }
}

/** Returns the name of a file's operation: `exportMovementsCsv` for `movements.csv`. */
function toOperationId(name: string): string {
  const words = ['export', ...name.split('.')]
  return words.map((word, index) => (index === 0 ? word : capitalize(word))).join('')
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
