import { openAccounts } from '#server/features/accounts/accounts.ts'
import type { Backups } from '#server/features/backups/backups.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import { createCardTesting } from '#server/features/card-testing/create-card-testing.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import { createCheckouts } from '#server/features/checkouts/checkouts.ts'
import { toTeamPolicy } from '#server/features/donor-teams/donor-teams.ts'
import { ProviderHealth } from '#server/features/provider-health/provider-health.ts'
import { Outbox } from '#server/features/receipts/outbox.ts'
import { createReconciliation } from '#server/features/reconciliation/reconciliation.ts'
import { toPolicy } from '#server/features/spending-limits/spending-limits.ts'
import { Inbox } from '#server/features/webhooks/inbox.ts'
import { createSharing } from '#server/features/sharing/sharing.ts'
import { ConsoleHub } from '#server/features/live/hosts/console-hub.ts'
import type { Meters } from '#server/http/metrics/meters.ts'
import type { RateLimits } from '#server/http/guards/rate-limits.ts'
import type { SharedClock } from '#server/infra/shared-clock.ts'
import type { AppDeps } from './app-deps.ts'
import { createBoardParts } from './board-parts.ts'

/** The parts that the features are created from. */
export interface Given extends AppDeps {
  limits: RateLimits
  sharedClock: SharedClock
  campaign: LiveCampaign
  meters: Meters
  backups: Backups
}

export type Parts = Awaited<ReturnType<typeof createParts>>

/** Creates what features share, each before those that need it. */
export async function createParts(deps: Given) {
  // The console's streams have limits of their own.
  const { limits: _limits, ...others } = deps
  const { database, campaign, providers, clock, schedule, logger } = deps
  const accounts = await openAccounts({ ...deps, secret: deps.authSecret })
  const boards = createBoardParts(deps)
  const cardTesting = createCardTesting({
    ...deps,
    secret: deps.authSecret,
    // The log alone tells of an alarm if nobody is named as the host.
    tellHost: accounts.tellHosts,
  })
  const checkouts = createCheckouts({
    ...deps,
    limits: campaign.limits,
    spendingPolicy: () => toPolicy(campaign.current),
    teamPolicy: () => toTeamPolicy(campaign.current, boards.livemode, clock()),
    onCardTesting: () => cardTesting.watch.wake(),
  })
  const concerns = createConcerns({ database, clock, logger })
  const inbox = new Inbox({ ...deps, checkouts, retentionDays: deps.eventRetentionDays })
  const outbox = new Outbox({ ...deps, findRecipient: accounts.findRecipient })
  accounts.onConfirmed((userId) => outbox.release(userId))
  const providerHealth = new ProviderHealth({ providers, clock, schedule, logger })
  return {
    accounts,
    campaign,
    ...boards,
    cardTesting,
    checkouts,
    concerns,
    inbox,
    outbox,
    providerHealth,
    reconciliation: createReconciliation({
      ...deps,
      checkouts,
      inbox,
      concerns,
      health: providerHealth,
      hasAccount: async (id) => (await accounts.findRecipient(id)) !== undefined,
    }),
    consoles: new ConsoleHub({ ...others, reader: database.reader, providerHealth }),
    sharing: createSharing({
      ...deps,
      ...boards,
      payments: deps.publicConfig.payments,
    }),
  }
}
