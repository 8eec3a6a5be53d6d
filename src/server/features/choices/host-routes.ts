import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  choiceChangeSchema,
  choiceRequestSchema,
  hostChoicesSchema,
  type HostChoice,
  type HostChoices,
} from '#contract/host/choices.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { VotePayments } from '#server/features/checkouts/checkouts.ts'
import { hostItemRoutes, type HostItemDeps } from '#server/features/audit/audit.ts'
import { sumVotes } from '#server/features/ledger/ledger.ts'
import { toChoice, toClosings, type KnownChoice } from './choice.ts'
import { findFixing } from './fixing.ts'
import { readChoices } from './choice-reads.ts'
import {
  cancelChoice,
  changeChoice,
  createChoice,
  endChoice,
  withdrawChoice,
} from './choices-store.ts'
import type { ChoiceRoutesDeps } from './routes.ts'

export type HostChoiceRoutesDeps = ChoiceRoutesDeps & HostItemDeps

/** The most choices that are listed. */
const MAX_LISTED = 200

/** Serves the routes with which hosts see, create, change, close and cancel choices. */
export function hostChoiceRoutes(deps: HostChoiceRoutesDeps): FastifyPluginAsyncZod {
  return hostItemRoutes(deps, {
    path: HOST_ROUTES.choices,
    list: {
      operationId: 'listHostChoices',
      summary:
        'The latest 200 choices with their results, also those to come and those that were cancelled.',
      schema: hostChoicesSchema,
      read: () => list(deps),
    },
    create: {
      operationId: 'createChoice',
      summary: 'Creates a choice, on which donations vote with their dollars.',
      body: choiceRequestSchema,
      write: createChoice,
    },
    change: {
      operationId: 'changeChoice',
      summary:
        'Changes a choice; once a vote is paid, or while one can be, only its closing to a later one.',
      body: choiceChangeSchema,
      write: changeChoice,
    },
    actions: [
      { name: 'end', operationId: 'endChoice', summary: 'Closes a choice now.', write: endChoice },
      {
        name: 'cancel',
        operationId: 'cancelChoice',
        summary: 'Cancels a choice, which has no results then; its donations stay.',
        write: cancelChoice,
      },
      {
        name: 'withdraw',
        operationId: 'withdrawChoice',
        summary: 'Takes a closed choice off the page before its day is over.',
        write: withdrawChoice,
      },
    ],
  })
}

async function list({
  database,
  livemode,
  campaign,
  clock,
}: HostChoiceRoutesDeps): Promise<HostChoices> {
  const found = await readChoices(database.reader, livemode, MAX_LISTED + 1)
  const choices = found.slice(0, MAX_LISTED)
  const closings = toClosings(choices.map(toChoice))
  const votes = await sumVotes(database.reader, livemode, closings)
  const now = clock()
  const listed: HostChoice[] = []
  for (const known of choices) {
    const results = known.options.map(({ id }) => votes.get(id) ?? 0)
    const fixing = await readFixing(database.reader, known, { results, now })
    listed.push({ ...toHostChoice(known, results), ...toFixed(fixing) })
  }
  const { timeZone } = campaign.current
  return {
    now: new Date(now).toISOString(),
    timeZone,
    choices: listed,
    isWhole: found.length <= MAX_LISTED,
  }
}

/** Reads what fixes a choice, if it can be changed at all, and nobody's vote shows that it is paid. */
async function readFixing(
  reader: Reader,
  known: KnownChoice,
  { results, now }: { results: readonly number[]; now: number },
): Promise<VotePayments | undefined> {
  const isPaid = results.some((cents) => cents > 0)
  const isOver = known.row.cancelled_at !== null || known.row.closes_at <= now
  if (isPaid || (isOver && known.row.voted === 1)) return { is: 'paid' }
  return findFixing(reader, known)
}

function toFixed(fixing: VotePayments | undefined): Pick<HostChoice, 'voted' | 'payable'> {
  if (fixing?.is !== 'payable') return { voted: fixing !== undefined }
  const { until } = fixing
  return {
    voted: true,
    payable: { until: until === null ? null : new Date(until).toISOString() },
  }
}

function toHostChoice(
  known: KnownChoice,
  results: number[],
): Omit<HostChoice, 'voted' | 'payable'> {
  const { row } = known
  return {
    ...toChoice(known),
    cancelled: row.cancelled_at !== null,
    withdrawn: row.withdrawn_at !== null,
    results,
  }
}
