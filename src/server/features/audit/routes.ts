import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  auditEntrySchema,
  auditFilterSchema,
  auditPageSchema,
  auditQuerySchema,
  type AuditEntry,
} from '#contract/host/audit.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import { streamCsv, streamJson, type CsvTable } from '#server/infra/exports.ts'
import { openAuditLog, type AuditLogDeps } from './log.ts'
import { parseCursor } from './views.ts'

export interface AuditRoutesDeps extends AuditLogDeps {
  requireHost: RequireHost
}

/**
 * Registers the routes with which hosts read and export the audit log: owners all of it, treasurers
 * what concerns money.
 */
export function auditRoutes(deps: AuditRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(listRoute(deps))
    await app.register(exportRoutes(deps))
  }
}

function listRoute(deps: AuditRoutesDeps): FastifyPluginAsyncZod {
  const requireMoney = deps.requireHost('money')
  return async (app) => {
    app.get(
      HOST_ROUTES.audit,
      {
        config: { budget: 'lookUps', access: requireMoney.access },
        schema: {
          operationId: 'listAudit',
          summary: 'The actions of hosts, the latest first.',
          querystring: auditQuerySchema,
          response: { 200: auditPageSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const { role } = await requireMoney(request)
        const { after, limit, ...filter } = request.query
        const page = { limit, after: after === undefined ? undefined : parseCursor(after) }
        return openAuditLog(deps, role).page(filter, page)
      },
    )
  }
}

function exportRoutes(deps: AuditRoutesDeps): FastifyPluginAsyncZod {
  const requireMoney = deps.requireHost('money')
  return async (app) => {
    const querystring = auditFilterSchema
    const config = { budget: 'lookUps' } as const
    app.get(
      `${HOST_ROUTES.exports}/audit.csv`,
      {
        config: { ...config, access: requireMoney.access },
        schema: {
          operationId: 'exportAuditCsv',
          summary: 'The audit log as a table (CSV).',
          querystring,
          sends: ['content-disposition'],
          gives: { 'text/csv': z.string() },
        },
      },
      async (request, reply) => {
        const { role } = await requireMoney(request)
        const entries = openAuditLog(deps, role).all(request.query)
        return asFile(reply, 'audit.csv').send(streamCsv(TABLE, entries))
      },
    )
    app.get(
      `${HOST_ROUTES.exports}/audit.json`,
      {
        config: { ...config, access: requireMoney.access },
        schema: {
          operationId: 'exportAuditJson',
          summary: 'The audit log as JSON.',
          querystring,
          sends: ['content-disposition'],
          gives: { 'application/json': z.array(auditEntrySchema) },
        },
      },
      async (request, reply) => {
        const { role } = await requireMoney(request)
        const entries = openAuditLog(deps, role).all(request.query)
        return asFile(reply, 'audit.json').send(streamJson(entries))
      },
    )
  }
}

function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .type(name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
}

const TABLE: CsvTable<AuditEntry> = {
  columns: [
    'at',
    'actor',
    'role',
    'action',
    'subjectKind',
    'subject',
    'before',
    'after',
    'isErased',
  ],
  toRow: ({ at, actor, action, subject, before, after, isErased }) => [
    at,
    actor.email ?? actor.id,
    actor.role,
    action,
    subject.kind,
    subject.email ?? subject.id,
    before === null ? '' : JSON.stringify(before),
    after === null ? '' : JSON.stringify(after),
    String(isErased),
  ],
}
