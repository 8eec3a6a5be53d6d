import { HOST_ROLES, type HostRole } from '#contract/host/roles.ts'
import { topicsOf, type HostTopic, type TopicMarks } from '#contract/host/live.ts'
import { readTeamVersion } from '#server/features/accounts/accounts.ts'
import { readAuditMark } from '#server/features/audit/audit.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import { readAttemptsMark } from '#server/features/checkouts/checkouts.ts'
import { readConcernsMark } from '#server/features/concerns/concerns.ts'
import { readTeamsMark } from '#server/features/donor-teams/donor-teams.ts'
import { readRefundsMark } from '#server/features/host-donations/host-donations.ts'
import { readLedgerMark } from '#server/features/ledger/ledger.ts'
import { readPresenceMark, readTextVersion } from '#server/features/names/names.ts'
import type { ProviderHealth } from '#server/features/provider-health/provider-health.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { toMark } from './mark.ts'

/** For each role, the marks of the topics that it may read. */
export type MarksByRole = Record<HostRole, TopicMarks>

export interface ReadMarksDeps {
  reader: Reader
  campaign: Pick<LiveCampaign, 'current'>
  providerHealth: Pick<ProviderHealth, 'reports'>
  clock: () => number
}

/**
 * Reads the marks of all topics. They are read from what every node shares, so that a console gets
 * the same marks from each; those of the providers are the node's own.
 */
export async function readMarks(deps: ReadMarksDeps): Promise<MarksByRole> {
  const { reader } = deps
  const ledger = await readLedgerMark(reader)
  const audit = {
    owner: await readAuditMark(reader, 'owner'),
    treasurer: await readAuditMark(reader, 'treasurer'),
    moderator: '',
  }
  const attempts = await readAttemptsMark(reader)
  const refunds = await readRefundsMark(reader)
  const shared: Record<Exclude<HostTopic, 'audit'>, string> = {
    money: ledger,
    // Notes are in the log alone, and what fails never reaches the ledger.
    donations: [ledger, audit.treasurer, attempts, refunds].join(),
    concerns: await readConcernsMark(reader),
    // Names of teams are decided about like those of donors.
    texts: [await readTextVersion(reader), await readTeamsMark(reader)].join(),
    presences: await readPresenceMark(reader, deps.clock()),
    // The routes read this node's campaign, which may follow the database a moment later.
    campaign: String(deps.campaign.current.version),
    team: String(await readTeamVersion(reader)),
    providers: JSON.stringify(deps.providerHealth.reports().map(toShownReport)),
  }
  const marksOf = (role: HostRole): TopicMarks =>
    Object.fromEntries(
      topicsOf(role).map((topic) => [
        topic,
        toMark(topic === 'audit' ? audit[role] : shared[topic]),
      ]),
    )
  const [owner, treasurer, moderator] = HOST_ROLES
  return {
    [owner]: marksOf(owner),
    [treasurer]: marksOf(treasurer),
    [moderator]: marksOf(moderator),
  }
}

/** The clock's offset varies with each response, and is no change. */
function toShownReport({
  provider,
  probes,
  problems,
}: ReturnType<ProviderHealth['reports']>[number]) {
  return { provider, problems, states: probes.map(({ state }) => state) }
}
