import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  choiceChangeSchema,
  choiceRequestSchema,
  hostChoicesSchema,
  type HostChoice,
  type HostChoices,
} from '#contract/host/choices.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { hostItemRoutes, type HostItemDeps } from '#server/features/audit/audit.ts'
import { sumVotes } from '#server/features/ledger/ledger.ts'
import { toChoice, type KnownChoice } from './choice.ts'
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

/** Serves the routes with which hosts see, create, change, close and cancel choices. */
export function hostChoiceRoutes(deps: HostChoiceRoutesDeps): FastifyPluginAsyncZod {
  return hostItemRoutes(deps, {
    path: HOST_ROUTES.choices,
    list: {
      operationId: 'listHostChoices',
      summary: 'All choices with their results, also those to come and those that were cancelled.',
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
      summary: 'Changes a choice; once somebody votes, only its closing to a later one.',
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

async function list({ database, livemode, clock }: HostChoiceRoutesDeps): Promise<HostChoices> {
  const choices = await readChoices(database.reader, livemode)
  const optionIds = choices.flatMap(({ options }) => options.map(({ id }) => id))
  const votes = await sumVotes(database.reader, livemode, optionIds)
  return {
    now: new Date(clock()).toISOString(),
    choices: choices.map((known) => toHostChoice(known, votes)),
  }
}

function toHostChoice(known: KnownChoice, votes: ReadonlyMap<string, number>): HostChoice {
  const { row, options } = known
  return {
    ...toChoice(known),
    voted: row.voted === 1,
    cancelled: row.cancelled_at !== null,
    withdrawn: row.withdrawn_at !== null,
    results: options.map(({ id }) => votes.get(id) ?? 0),
  }
}
