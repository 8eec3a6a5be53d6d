import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { changedDonationSchema, type OwnDonation } from '#contract/checkouts.ts'
import { ROUTES } from '#contract/routes.ts'
import {
  profileSchema,
  profileUpdateSchema,
  textChoiceSchema,
  type Profile,
  type TextChoice,
} from '#contract/texts.ts'
import type { RequireUser } from '#server/http/guards/session.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { findDonation, isShown } from '#server/features/ledger/ledger.ts'
import { requireChoice, requireDisplayName } from './chosen-texts.ts'
import { toOwnDonation } from './own-donation.ts'
import { requireMessages } from './resolve-choice.ts'
import { changeOwnTexts, setProfileName } from './store.ts'
import { findProfileName, findTextsOf, readScreening } from './text-reads.ts'

export interface OwnTextRoutesDeps {
  database: Database
  leaderboard: Pick<Leaderboard, 'livemode' | 'catchUp' | 'positionOf'>
  bus: Bus
  requireUser: RequireUser
  clock: () => number
}

/** Serves a donor's profile, and the change of what is shown with one's own donations. */
export function ownTextRoutes(deps: OwnTextRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(profileRoutes(deps))
    await app.register(donationRoute(deps))
  }
}

function profileRoutes(deps: OwnTextRoutesDeps): FastifyPluginAsyncZod {
  const { database, requireUser, clock } = deps
  return async (app) => {
    app.get(
      ROUTES.profile,
      {
        config: { budget: 'lookUps', access: 'session' },
        schema: {
          operationId: 'getProfile',
          summary:
            'The name for one’s next donations, whether they may have messages, and whether texts wait for approval.',
          response: { 200: profileSchema },
        },
      },
      async (request) => readProfile(database, (await requireUser(request)).id),
    )
    app.put(
      ROUTES.profile,
      {
        config: { budget: 'accounts', access: 'session' },
        schema: {
          operationId: 'setProfile',
          summary: 'Sets the name for one’s next donations.',
          body: profileUpdateSchema,
          response: { 200: profileSchema },
        },
      },
      async (request) => {
        const { id: userId } = await requireUser(request)
        const displayName = requireDisplayName(request.body.displayName)
        await database.write(setProfileName, { userId, displayName, at: clock() })
        return readProfile(database, userId)
      },
    )
  }
}

function donationRoute(deps: OwnTextRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.patch(
      `${ROUTES.donations}/:id`,
      {
        config: { budget: 'accounts', access: 'session' },
        schema: {
          operationId: 'changeOwnDonation',
          summary: 'Changes the name, the anonymity or the message of one’s own donation.',
          fails: ['not-found', 'failed-precondition'],
          params: z.object({ id: z.string().regex(/^[\w-]{1,64}$/, NO_SUCH_DONATION) }),
          body: textChoiceSchema,
          response: { 200: changedDonationSchema },
        },
      },
      async (request) => {
        const user = await deps.requireUser(request)
        const choice = requireChoice(request.body)
        return { donation: await change(deps, request.params.id, user.id, choice) }
      },
    )
  }
}

const NO_SUCH_DONATION = 'There is no such donation of yours.'

async function change(
  deps: OwnTextRoutesDeps,
  donationId: string,
  userId: string,
  choice: TextChoice,
): Promise<OwnDonation> {
  const { database, leaderboard, bus, clock } = deps
  if (choice.message !== undefined && choice.message !== null) {
    await requireMessages(database.reader)
  }
  const { livemode } = leaderboard
  const input = { donationId, userId, livemode, choice, at: clock() }
  const isOwn = await database.write(changeOwnTexts, input)
  const donation = isOwn ? await findDonation(database.reader, donationId) : undefined
  if (donation === undefined) throw new AppError('not-found', NO_SUCH_DONATION)
  bus.publish()
  await leaderboard.catchUp()
  const position = isShown(donation, livemode) ? await leaderboard.positionOf(donation) : null
  const texts = await findTextsOf(database.reader, [donationId])
  return toOwnDonation(donation, position, texts.get(donationId))
}

async function readProfile({ reader }: Database, userId: string): Promise<Profile> {
  const { messages, mode } = await readScreening(reader)
  const displayName = await findProfileName(reader, userId)
  return { displayName, messages, holdsTexts: mode === 'hold' }
}
