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
import { toRowId, toStored } from './results-recorder.ts'
import {
  findResults,
  toPublicResults,
  toPublicRows,
  type StoredResults,
  type StoredRow,
} from './results-store.ts'
import { spanOf, type RoundRow } from './round.ts'
import { findKnownRound, type KnownRound } from './round-reads.ts'
import type { RoundRoutesDeps } from './routes.ts'
import { readTopRows } from './standings.ts'

export interface ResultsExportDeps extends RoundRoutesDeps {
  requireHost: RequireHost
  /** Returns the public id of an account; see `createDonorIds`. */
  toDonorId: (userId: string) => string
}

/** The places that are read in one go: where donors are ranked, each statement adds up all of them. */
const ROWS_AT_ONCE = 50_000

/** The places whose names and e-mails are read in one go. */
const PAGE_SIZE = 500

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
            'All places of a round by its latest results, and what was struck, with the e-mails of the donors (CSV).',
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

/**
 * Reads the rows of a version, and before those that were struck the places that it does not list. A
 * row of these that was struck from the list, because a part of its money has gone back, is there
 * once: at its place, with its former one.
 */
async function* readPages(
  deps: ResultsExportDeps,
  { row }: KnownRound,
  results: StoredResults,
): AsyncGenerator<ExportedRow[]> {
  const { reader } = deps.database
  const { rows } = await toPublicResults(reader, row, results)
  const exported = await addEmails(deps, results.rows, rows)
  const listed = results.rows.filter(({ struck }) => struck === 0)
  yield exported.slice(0, listed.length)
  const struck = new Map(exported.slice(listed.length).map((one) => [one.id, one]))
  const former = new Map(
    struck.values().flatMap((one) => (one.former ? [[one.id, one.former] as const] : [])),
  )
  if (results.count > listed.length) {
    for await (const page of readFurther(deps, row, results)) {
      yield await addEmails(deps, page, await toPublicRows(reader, row, page, former))
      for (const { row_id: id } of page) struck.delete(id)
    }
  }
  yield [...struck.values()]
}

/** Reads the places below those that results list, from the donations that count now. */
async function* readFurther(
  { database, toDonorId }: ResultsExportDeps,
  row: RoundRow,
  { rows }: StoredResults,
): AsyncGenerator<StoredRow[]> {
  const { livemode, ranks } = row
  const counted = { livemode, ranks, span: spanOf(row) }
  const known = new Set(rows.map(({ row_id: id }) => id))
  const listed = rows.filter(({ struck }) => struck === 0)
  // Money of one of these may have gone back since.
  const listedIds = new Set(listed.map(({ row_id: id }) => id))
  const lowest = listed.at(-1)
  let above = lowest && { amountCents: lowest.amount_cents, sequence: lowest.sequence }
  let place = listed.length
  for (;;) {
    const found = await readTopRows(database.reader, counted, ROWS_AT_ONCE, above)
    const further = found.flatMap((one) => {
      const id = ranks === 'donor' ? toRowId({ toDonorId }, { row, known }, one.id) : one.id
      return listedIds.has(id) ? [] : [toStored(id, one, (place += 1))]
    })
    for (let from = 0; from < further.length; from += PAGE_SIZE) {
      yield further.slice(from, from + PAGE_SIZE)
    }
    above = found.at(-1)
    if (found.length < ROWS_AT_ONCE) return
  }
}

/** Adds the e-mails of their donors to rows; both lists have the same order. */
async function addEmails(
  { database }: ResultsExportDeps,
  stored: readonly StoredRow[],
  rows: readonly ResultRow[],
): Promise<ExportedRow[]> {
  const sequences = stored.map(({ sequence }) => sequence)
  const donors = await findDonors(database.reader, sequences)
  const emails = await findEmails(database, [
    ...new Set(donors.values().map(({ userId }) => userId)),
  ])
  return rows.map((one, index) => {
    const donor = donors.get(sequences[index] ?? 0)?.userId
    return Object.assign({}, one, { email: emails.get(donor ?? '') ?? '' })
  })
}
