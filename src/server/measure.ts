import type { PublicConfig } from '#contract/config.ts'
import type { Accounts } from '#server/features/accounts/accounts.ts'
import type { Backups } from '#server/features/backups/backups.ts'
import type { CardTesting } from '#server/features/card-testing/create-card-testing.ts'
import type { Checkouts } from '#server/features/checkouts/checkouts.ts'
import type { Concerns } from '#server/features/concerns/concerns.ts'
import { findDrift } from '#server/features/host-donations/figures/drift.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import type { BoardHubs } from '#server/features/live/board-hubs.ts'
import type { ConsoleHub } from '#server/features/live/hosts/console-hub.ts'
import type { ProviderHealth } from '#server/features/provider-health/provider-health.ts'
import { countFailing, findNextDue } from '#server/features/receipts/receipts.ts'
import type { Reconciliation } from '#server/features/reconciliation/reconciliation.ts'
import type { Inbox } from '#server/features/webhooks/inbox.ts'
import type { Measured } from '#server/http/metrics/measured.ts'
import type { Database } from '#server/infra/database/database.ts'
import { readDiskSpace } from '#server/infra/disk-space.ts'

/** The parts of the server that are measured. */
export interface MeasuredParts {
  database: Database
  /** The folder whose disk is measured. */
  dataDir: string
  publicConfig: Pick<PublicConfig, 'version' | 'payments'>
  clock: () => number
  accounts: Pick<Accounts, 'waitingPasswords'>
  hubs: Pick<BoardHubs, 'viewers'>
  consoles: Pick<ConsoleHub, 'consoles'>
  leaderboard: Pick<Leaderboard, 'total'>
  backups: Pick<Backups, 'state'>
  inbox: Pick<Inbox, 'countUnhandled' | 'findArrivals'>
  cardTesting: Pick<CardTesting, 'measure'>
  checkouts: Pick<Checkouts, 'countDeclines'>
  concerns: Pick<Concerns, 'count' | 'list'>
  providerHealth: Pick<ProviderHealth, 'reports'>
  reconciliation: Pick<Reconciliation, 'statements' | 'reconciler'>
}

/** Returns what `GET /metrics` reads of the server. */
export function measure(parts: MeasuredParts): Measured {
  const { database, clock, publicConfig, inbox, concerns, reconciliation } = parts
  const { statements, reconciler } = reconciliation
  const startedAt = clock()
  const since = (time: number) => Math.max(0, (clock() - time) / 1000)
  return {
    viewers: () => parts.hubs.viewers,
    consoles: () => parts.consoles.consoles,
    total: () => parts.leaderboard.total,
    events: () => inbox.countUnhandled(),
    cardTesting: () => parts.cardTesting.measure(),
    declines: () => parts.checkouts.countDeclines(),
    concerns: () => concerns.count(),
    providers: () => parts.providerHealth.reports(),
    statements: () => statements.measure(),
    drift: () => findDrift({ concerns, statements }),
    inboxAge: async () => {
      const { oldestWaitingAt } = await inbox.findArrivals()
      return oldestWaitingAt === null ? null : since(oldestWaitingAt)
    },
    outboxAge: async () => {
      const due = await findNextDue(database.reader)
      return due === undefined ? 0 : since(due)
    },
    reconcilerAge: () => since(reconciler.reconciledAt ?? startedAt),
    backup: () => {
      const { lastAt, problem } = parts.backups.state()
      return {
        ageSeconds: lastAt === null ? null : since(lastAt),
        isFailing: problem !== undefined,
      }
    },
    failingMails: () => countFailing(database.reader),
    waitingPasswords: () => parts.accounts.waitingPasswords,
    disk: () => readDiskSpace(parts.dataDir),
    build: { version: publicConfig.version, payments: publicConfig.payments },
  }
}
