import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  hostMatchesSchema,
  matchChangeSchema,
  matchRequestSchema,
  type HostMatch,
  type HostMatches,
} from '#contract/host/matches.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { toMatchedCents } from '#contract/matched-cents.ts'
import { hostItemRoutes, type HostItemDeps } from '#server/features/audit/audit.ts'
import { sumCounted } from '#server/features/ledger/ledger.ts'
import { toMatch, toMatchSpan, type MatchRow } from './match.ts'
import { readMatches } from './matching.ts'
import { cancelMatch, changeMatch, createMatch, stopMatch } from './matches-store.ts'
import type { MatchRoutesDeps } from './routes.ts'

export type HostMatchRoutesDeps = MatchRoutesDeps &
  HostItemDeps & {
    sums: { catchUp(): Promise<void> }
  }

/** The most matches that are listed. */
const MAX_LISTED = 200

/** Serves the routes with which hosts see, create, change, stop and cancel matches. */
export function hostMatchRoutes(deps: HostMatchRoutesDeps): FastifyPluginAsyncZod {
  return hostItemRoutes(deps, {
    path: HOST_ROUTES.matches,
    list: {
      operationId: 'listHostMatches',
      summary:
        'The latest 200 matches with their sums, also those to come and those that were cancelled.',
      schema: hostMatchesSchema,
      read: () => listMatches(deps),
      alsoFor: 'money',
    },
    create: {
      operationId: 'createMatch',
      summary: 'Creates a match: what a sponsor adds to donations, up to a cap.',
      body: matchRequestSchema,
      write: createMatch,
    },
    change: {
      operationId: 'changeMatch',
      summary: 'Changes a match; once it runs, only to a larger cap and a later end.',
      body: matchChangeSchema,
      write: changeMatch,
    },
    actions: [
      {
        name: 'stop',
        operationId: 'stopMatch',
        summary: 'Stops a match now; what it has matched stays.',
        write: stopMatch,
      },
      {
        name: 'cancel',
        operationId: 'cancelMatch',
        summary: 'Cancels a match, which matches nothing then.',
        write: cancelMatch,
      },
    ],
  })
}

async function listMatches(deps: HostMatchRoutesDeps): Promise<HostMatches> {
  const found = await readSummed(deps, MAX_LISTED + 1)
  const { timeZone } = deps.campaign.current
  return {
    now: new Date(deps.clock()).toISOString(),
    timeZone,
    matches: found.slice(0, MAX_LISTED),
    isWhole: found.length <= MAX_LISTED,
  }
}

/** Returns the matches with their sums, the latest start first; all of them without a limit. */
export async function readSummed(deps: HostMatchRoutesDeps, limit?: number): Promise<HostMatch[]> {
  // So that what a host has just changed is in the sums.
  await deps.sums.catchUp()
  const rows = await readMatches(deps.database.reader, deps.livemode, limit)
  const matches: HostMatch[] = []
  for (const row of rows) matches.push(await toHostMatch(deps, row))
  return matches
}

/** Returns a match with its sums: those that this node follows, or else as the database has them. */
async function toHostMatch(
  { database, livemode, sums, clock }: HostMatchRoutesDeps,
  row: MatchRow,
): Promise<HostMatch> {
  const match = toMatch(row, clock())
  const cancelled = row.cancelled_at !== null
  if (cancelled) return { ...match, countedCents: 0, matchedCents: 0, cancelled }
  const followed = sums.current?.matches[match.id]?.countedCents
  const countedCents = followed ?? (await sumCounted(database.reader, livemode, toMatchSpan(match)))
  return { ...match, countedCents, matchedCents: toMatchedCents(match, countedCents), cancelled }
}
