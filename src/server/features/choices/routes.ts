import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { choiceListSchema, type Choice, type ChoiceList } from '#contract/choices.ts'
import type { LiveSums } from '#contract/live-sums.ts'
import { ROUTES } from '#contract/routes.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'

export interface ChoiceRoutesDeps {
  database: Database
  livemode: Livemode
  /** The results as this node knows them. */
  sums: { readonly current: LiveSums | undefined; readonly shown: { choices: readonly Choice[] } }
  clock: () => number
}

/** Serves `GET /api/choices`. */
export function choiceRoutes(deps: ChoiceRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      ROUTES.choices,
      {
        schema: {
          operationId: 'listChoices',
          summary: 'The choices that the page shows, with their results as they are now.',
          response: { 200: choiceListSchema },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return toList(deps)
      },
    )
  }
}

function toList({ sums: { current, shown }, clock }: ChoiceRoutesDeps): ChoiceList {
  return {
    now: new Date(clock()).toISOString(),
    version: current?.version ?? 0,
    choices: shown.choices.map((choice) => {
      const cents = current?.choices[choice.id] ?? []
      const results = choice.options.map(({ id: optionId }, index) => ({
        optionId,
        amountCents: cents[index] ?? 0,
      }))
      return { choice, totalCents: cents.reduce((sum, one) => sum + one, 0), results }
    }),
  }
}
