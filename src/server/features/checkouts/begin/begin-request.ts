import type { FastifyRequest } from 'fastify'
import type { ProviderName } from '#contract/checkout-states.ts'
import {
  DISCLAIMER_COOKIE,
  parseAcceptance,
  type DisclaimerAcceptance,
} from '#contract/disclaimer.ts'
import type { TeamChoice } from '#contract/donor-teams/choice.ts'
import type { TextChoice } from '#contract/texts.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import type { ResolveChoice } from '#server/features/names/names.ts'
import { returnOrigin } from '#server/http/guards/security.ts'
import type { RequireUser } from '#server/http/guards/session.ts'
import type { StartedPayment } from '#server/payments/provider.ts'
import type { Checkouts } from '../checkouts.ts'
import { withProof, type ProofCheckDeps } from './proof-check.ts'

export interface BeginRequestDeps extends ProofCheckDeps {
  checkouts: Pick<Checkouts, 'begin'>
  requireUser: RequireUser
  /** Decides which donations can begin now. */
  campaign: Pick<LiveCampaign, 'limits' | 'requireDonation'>
}

/** A donation as its donor asks for it. */
interface RequestedDonation extends TextChoice, TeamChoice {
  provider: ProviderName
  amountCents: number
  optionId?: string | undefined
}

/** Begins the donation that a request asks for. */
export async function beginRequested(
  deps: BeginRequestDeps & { resolveChoice: ResolveChoice },
  request: FastifyRequest,
  donation: RequestedDonation,
): Promise<StartedPayment> {
  const { id: userId } = await deps.requireUser(request)
  const { provider, amountCents, optionId, teamId, ...chosen } = donation
  deps.campaign.requireDonation(amountCents)
  const texts = await deps.resolveChoice(userId, chosen)
  const intent = { provider, amountCents, optionId, teamId, texts, userId }
  const disclaimer = readAcceptance(request)
  const returnUrl = returnOrigin(request, deps.publicUrl)
  return withProof(deps, request, userId, (origin) =>
    deps.checkouts.begin({ ...intent, disclaimer, returnUrl, ...origin }),
  )
}

/**
 * Returns the acceptance of the disclaimer from the browser's cookie; undefined if there is none.
 */
function readAcceptance(request: FastifyRequest): DisclaimerAcceptance | undefined {
  const cookie = request.cookies[DISCLAIMER_COOKIE]
  return cookie === undefined ? undefined : parseAcceptance(cookie)
}
