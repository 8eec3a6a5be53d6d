import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { CURRENCY } from '#contract/money.ts'
import type { ResultRow } from '#contract/rounds.ts'
import { findEmails } from '#server/features/accounts/accounts.ts'
import { findDonors } from '#server/features/ledger/ledger.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import { streamCsv, type CsvTable } from '#server/infra/exports.ts'
import { findResults, toPublicResults, type StoredResults } from './results-store.ts'
import { findKnownRound, type KnownRound } from './round-reads.ts'
import type { RoundRoutesDeps } from './routes.ts'

export interface ResultsExportDeps extends RoundRoutesDeps {
  requireHost: RequireHost
}

/** A row of results with the e-mail of its donor, to whom the prize goes. */
interface ExportedRow extends ResultRow {
  email: string
}

const RESULTS: CsvTable<ExportedRow> = {
  columns: [
    'rank',
    'name',
    'amount',
    'currency',
    'email',
    'struck',
    'id',
    'former_rank',
    'former_amount',
  ],
  toRow: ({ rank, name, amountCents, email, id, former }) => [
    rank ?? '',
    name,
    amountCents / 100,
    CURRENCY,
    email,
    String(rank === null),
    id,
    former?.rank ?? '',
    former === undefined ? '' : former.amountCents / 100,
  ],
}

/** Serves the latest results of a round as a table, to those who may see who gave. */
export function resultsExportRoute(deps: ResultsExportDeps): FastifyPluginAsyncZod {
  const requireMoney = deps.requireHost('money')
  return async (app) => {
    app.get(
      `${HOST_ROUTES.rounds}/:id/results.csv`,
      {
        config: { budget: 'lookUps', access: requireMoney.access },
        schema: {
          operationId: 'exportRoundResultsCsv',
          summary:
            'The first 100 places of a round by its latest results, and what was struck, with the e-mails of the donors (CSV).',
          fails: ['not-found'],
          params: z.object({ id: z.string().max(36) }),
          sends: ['content-disposition'],
          gives: { 'text/csv': z.string() },
        },
      },
      async (request, reply) => {
        await requireMoney(request)
        const { known, results } = await requireResults(deps, request.params.id)
        const day = new Date(known.row.starts_at).toISOString().slice(0, 10)
        const name = `results-${day}-version-${results.version}.csv`
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('cache-control', 'no-store')
          .send(streamCsv(RESULTS, readPages(deps, known, results)))
      },
    )
  }
}

async function requireResults({ database, livemode }: ResultsExportDeps, id: string) {
  const known = await findKnownRound(database.reader, livemode, id)
  const results = known && (await findResults(database.reader, id))
  if (known === undefined || results === undefined) {
    throw new AppError('not-found', 'This round has no results.')
  }
  return { known, results }
}

async function* readPages(
  { database }: ResultsExportDeps,
  { row }: KnownRound,
  results: StoredResults,
): AsyncGenerator<ExportedRow[]> {
  const { reader } = database
  const { rows } = await toPublicResults(reader, row, results)
  const donors = await findDonors(
    reader,
    results.rows.map(({ sequence }) => sequence),
  )
  const emails = await findEmails(database, [
    ...new Set(donors.values().map(({ userId }) => userId)),
  ])
  yield rows.map((one, index) => {
    const donor = donors.get(results.rows[index]?.sequence ?? 0)?.userId
    return Object.assign({}, one, { email: emails.get(donor ?? '') ?? '' })
  })
}
