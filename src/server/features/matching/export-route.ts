import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { HostMatch } from '#contract/host/matches.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { CURRENCY, formatDecimal } from '#contract/money.ts'
import { streamCsv, type CsvTable } from '#server/infra/exports.ts'
import { readSummed, type HostMatchRoutesDeps } from './host-routes.ts'

/** The table of `matches.csv`: what each sponsor owes by now. */
const MATCHES: CsvTable<HostMatch> = {
  columns: [
    'sponsor',
    'matched',
    'currency',
    'counted',
    'ratePercent',
    'cap',
    'startsAt',
    'endsAt',
    'state',
    'id',
  ],
  toRow: (match) => [
    match.sponsor,
    formatDecimal(match.matchedCents),
    CURRENCY,
    formatDecimal(match.countedCents),
    match.ratePercent,
    formatDecimal(match.capCents),
    match.startsAt,
    match.endsAt,
    toState(match),
    match.id,
  ],
}

/** Serves `GET /api/host/exports/matches.csv`. */
export function matchExportRoute(deps: HostMatchRoutesDeps): FastifyPluginAsyncZod {
  const requireReader = deps.requireHost('settings', 'money')
  return async (app) => {
    app.get(
      `${HOST_ROUTES.exports}/matches.csv`,
      {
        config: { budget: 'lookUps', access: requireReader.access },
        schema: {
          operationId: 'exportMatchesCsv',
          summary: 'What each match comes to, as a table (CSV).',
          sends: ['content-disposition'],
          gives: { 'text/csv': z.string() },
        },
      },
      async (request, reply) => {
        await requireReader(request)
        const matches = await readSummed(deps)
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="matches.csv"')
          .header('cache-control', 'no-store')
          .send(streamCsv(MATCHES, onePage(matches)))
      },
    )
  }
}

async function* onePage(matches: readonly HostMatch[]): AsyncGenerator<readonly HostMatch[]> {
  yield matches
}

function toState({ cancelled, over }: HostMatch): string {
  if (cancelled) return 'cancelled'
  return over ? 'over' : 'open'
}
