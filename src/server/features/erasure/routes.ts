import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '#contract/app-error.ts'
import type { Campaign } from '#contract/campaign.ts'
import { accountDeletedSchema } from '#contract/me.ts'
import { ROUTES } from '#contract/routes.ts'
import { PAUSED } from '#contract/spending-reasons.ts'
import { accountCookieNames } from '#server/http/guards/session.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database, Write } from '#server/infra/database/database.ts'
import { describeRefusal, findEnd } from '#server/features/spending-limits/spending-limits.ts'
import { ownerProofBody, type RequireOwner } from '#server/features/accounts/accounts.ts'
import type { DeletionRequest, DeletionResult } from './deletion-request.ts'

export interface ErasureRoutesDeps {
  database: Database
  bus: Bus
  requireOwner: RequireOwner
  deleteAccount: Write<DeletionRequest, DeletionResult>
  adminEmail: string | undefined
  publicUrl: string
  campaign: { readonly current: Pick<Campaign, 'timeZone'> }
  clock: () => number
  job: { wake(): void; keyOf(address: string): string }
}

/** Serves the deletion of one's own account. */
export function erasureRoutes(deps: ErasureRoutesDeps): FastifyPluginAsyncZod {
  const { database, bus, requireOwner, job } = deps
  return async (app) => {
    app.post(
      ROUTES.ownDeletion,
      {
        config: { budget: 'passwords', access: 'session' },
        schema: {
          operationId: 'deleteAccount',
          summary: "Deletes one's account: what is personal goes, donations stay as 'Anonymous'.",
          fails: ['failed-precondition'],
          sends: ['set-cookie'],
          body: ownerProofBody,
          response: { 200: accountDeletedSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const { id: userId, email } = await requireOwner(request, request.body)
        const result = await database.write(deps.deleteAccount, {
          userId,
          addressKey: job.keyOf(email),
          adminEmail: deps.adminEmail ?? null,
          at: deps.clock(),
        })
        if (result === 'last-owner') throw lastOwner()
        if (result !== 'deleted') throw paused(result.pausedUntil, deps.campaign.current.timeZone)
        request.log.info({ user: userId }, 'an account was deleted')
        bus.publish()
        job.wake()
        clearCookies(reply, deps.publicUrl)
        return { deleted: true as const }
      },
    )
  }
}

function clearCookies(reply: FastifyReply, publicUrl: string): void {
  const secure = publicUrl.startsWith('https:')
  for (const name of accountCookieNames(publicUrl)) {
    reply.clearCookie(name, { path: '/', secure, httpOnly: true, sameSite: 'lax' })
  }
}

function lastOwner(): AppError {
  return new AppError(
    'failed-precondition',
    'You are the only owner of this page. Make somebody else an owner first, then delete your account.',
    { reason: 'LAST_OWNER' },
  )
}

function paused(until: number, timeZone: string): AppError {
  const refusal = { is: 'paused', until, timeZone } as const
  const sentence = `${describeRefusal(refusal)} The account can be deleted then: without it, the pause would be over.`
  const details = { until: findEnd(refusal) }
  return new AppError('failed-precondition', sentence, { reason: PAUSED, details })
}
