import type { ProviderName } from '#contract/checkout-states.ts'
import type { PaymentsMode } from '#contract/config.ts'
import type { HealthCheck, HostHealth } from '#contract/host/health.ts'
import type { BackupState } from '#server/features/backups/backups.ts'
import type { ProviderReport } from '#server/features/provider-health/provider-health.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { isLow, type DiskSpace } from '#server/infra/disk-space.ts'
import { labelOf } from '#server/payments/registry.ts'
import type { ReceivedEvents } from './provider-views.ts'

export interface HealthDeps {
  providerHealth: { reports(): ProviderReport[] }
  inbox: {
    countUnhandled(): Promise<{ waiting: number; parked: number }>
    findArrivals(): Promise<{ oldestWaitingAt: number | null }>
    findReceived(since: number): Promise<ReceivedEvents[]>
  }
  mails: {
    countFailing: () => Promise<number>
    findLastSentAt: () => Promise<number | null>
  }
  reconciler: { readonly reconciledAt: number | null; readonly unread: readonly ProviderName[] }
  backups: { state(): BackupState }
  bus: Pick<Bus, 'isConnected'>
  dialect: Database['dialect']
  /** Returns the space of the disk with the data. */
  readDisk: () => Promise<DiskSpace>
  publicConfig: { payments: PaymentsMode }
  clock: () => number
}

/** A check without the time, which is Unix ms here. */
type Check = Omit<HealthCheck, 'since'> & { since: number | null }

const DAY_MS = 24 * 60 * 60_000

/** The age of a round of reconciling from which it counts as stopped, ms; one is due each minute. */
const MAX_ROUND_AGE_MS = 10 * 60_000

/** The time that an event may wait before that needs the host, ms. */
const MAX_WAIT_MS = 10 * 60_000

/** The age from which a backup by hand is an old one, ms. */
const MAX_BACKUP_AGE_MS = 7 * DAY_MS
const OLD_BACKUP = 'The last backup that this server knows of is older than a week.'

const GIGABYTE = 1e9

/** Returns the state of everything that a host answers for, each with a sentence. */
export async function readHealth(deps: HealthDeps): Promise<HostHealth> {
  const reports = deps.providerHealth.reports()
  const received = await deps.inbox.findReceived(deps.clock() - DAY_MS)
  const checks = [
    ...reports.map((report) => checkKeys(report, deps.publicConfig.payments)),
    ...reports.map(({ provider }) =>
      checkWebhooks(
        provider,
        received.find((one) => one.provider === provider),
      ),
    ),
    await checkInbox(deps),
    checkReconciling(deps, reports),
    await checkMail(deps),
    await checkDisk(deps),
    ...reports.map((report) => checkClock(report)),
    checkBackup(deps),
    ...checkRedis(deps),
  ]
  return {
    at: toIso(deps.clock()),
    checks: checks.map(toView),
  }
}

function checkKeys({ provider, probes, problems }: ProviderReport, payments: PaymentsMode): Check {
  const about = { id: `keys-${provider}`, name: `${labelOf(provider)} keys`, since: null }
  const denied = problems.find(({ kind }) => kind === 'key_denied')
  if (denied !== undefined) return { ...about, state: 'failing', sentence: denied.sentence }
  if (probes.length === 0) {
    return { ...about, state: 'unknown', sentence: 'The keys were not tried yet.' }
  }
  if (isAway(probes)) {
    const sentence = 'The provider did not answer when it was asked.'
    return { ...about, state: 'warning', sentence }
  }
  const sentence =
    payments === 'sandbox'
      ? 'Keys of the sandbox; yours are not set.'
      : 'The keys may do all that is needed.'
  return { ...about, state: 'ok', sentence }
}

/**
 * Returns whether a provider did not answer when it was asked. A sign-in of before may still hold then,
 * so a single probe that is well says nothing.
 */
function isAway(probes: ProviderReport['probes']): boolean {
  return probes.some(({ state, isOptional }) => state === 'unavailable' && !isOptional)
}

function checkWebhooks(
  provider: ProviderReport['provider'],
  received: ReceivedEvents | undefined,
): Check {
  const about = { id: `webhooks-${provider}`, name: `${labelOf(provider)} webhooks` }
  if (received === undefined) {
    const sentence = 'No webhook has come yet; none may have been due.'
    return { ...about, state: 'unknown', since: null, sentence }
  }
  const { lastAt, count, isMore } = received
  if (count === 0) {
    const sentence = 'None came in the last 24 hours; none may have been due.'
    return { ...about, state: 'unknown', since: lastAt, sentence }
  }
  const events = count === 1 ? 'One webhook' : `${isMore ? 'More than ' : ''}${count} webhooks`
  return { ...about, state: 'ok', since: lastAt, sentence: `${events} in the last 24 hours.` }
}

async function checkInbox({ inbox, clock }: HealthDeps): Promise<Check> {
  const about = { id: 'inbox', name: 'Webhooks to handle' }
  const { parked, waiting } = await inbox.countUnhandled()
  const { oldestWaitingAt } = await inbox.findArrivals()
  if (oldestWaitingAt !== null && clock() - oldestWaitingAt > MAX_WAIT_MS) {
    const sentence = `${waiting} wait, the oldest for longer than ten minutes.`
    return { ...about, state: 'failing', since: oldestWaitingAt, sentence }
  }
  if (parked > 0) {
    const sentence = `${parked} could not be handled; see what waits for you.`
    return { ...about, state: 'warning', since: null, sentence }
  }
  const sentence = waiting === 0 ? 'All are handled.' : `${waiting} are being handled.`
  return { ...about, state: 'ok', since: null, sentence }
}

function checkReconciling(
  { reconciler: { reconciledAt, unread }, clock }: HealthDeps,
  reports: readonly ProviderReport[],
): Check {
  const about = { id: 'reconciling', name: 'Reconciling', since: reconciledAt }
  if (reconciledAt === null) {
    const sentence = 'No round has ended since the server started.'
    return { ...about, state: 'unknown', sentence }
  }
  if (clock() - reconciledAt > MAX_ROUND_AGE_MS) {
    return { ...about, state: 'failing', sentence: 'The last round ended too long ago.' }
  }
  const unasked = reports.filter(
    ({ provider, probes }) => unread.includes(provider) || isAway(probes),
  )
  if (unasked.length > 0) {
    const labels = unasked.map(({ provider }) => labelOf(provider)).join(' and ')
    const sentence = `${labels} could not be asked, so what has changed there is not known.`
    return { ...about, state: 'unknown', sentence }
  }
  return { ...about, state: 'ok', sentence: 'The last check has finished.' }
}

async function checkMail({ mails }: HealthDeps): Promise<Check> {
  const about = { id: 'mail', name: 'Mail', since: await mails.findLastSentAt() }
  const failing = await mails.countFailing()
  if (failing > 0) {
    const sentence = `${failing} receipts cannot be mailed. Check SMTP_URL and the mail server.`
    return { ...about, state: 'failing', sentence }
  }
  return about.since === null
    ? { ...about, state: 'unknown', sentence: 'No receipt was mailed yet.' }
    : { ...about, state: 'ok', sentence: 'The last receipt was mailed.' }
}

async function checkDisk({ readDisk }: HealthDeps): Promise<Check> {
  const about = { id: 'disk', name: 'Disk', since: null }
  const space = await readDisk().catch(() => undefined)
  if (space === undefined) {
    return { ...about, state: 'unknown', sentence: 'Its free space could not be read.' }
  }
  const [free, total] = [space.freeBytes, space.totalBytes].map((bytes) =>
    (bytes / GIGABYTE).toFixed(1),
  )
  const sentence = `${free} of ${total} GB are free.`
  return isLow(space)
    ? { ...about, state: 'failing', sentence: `${sentence} Free some space now.` }
    : { ...about, state: 'ok', sentence }
}

function checkClock({ provider, probes, problems, clockOffsetMs }: ProviderReport): Check {
  const label = labelOf(provider)
  const about = { id: `clock-${provider}`, name: `Clock by ${label}`, since: null }
  const problem = problems.find(({ kind }) => kind === 'clock_offset')
  if (problem !== undefined) return { ...about, state: 'failing', sentence: problem.sentence }
  if (isAway(probes)) {
    return { ...about, state: 'unknown', sentence: `${label} did not answer when it was asked.` }
  }
  if (!probes.some(({ state }) => state === 'ok')) {
    return { ...about, state: 'unknown', sentence: `${label} did not tell its time yet.` }
  }
  const seconds = (Math.abs(clockOffsetMs) / 1000).toFixed(1)
  const sentence =
    seconds === '0.0' ? `Right, by ${label}'s.` : `${seconds} s from ${label}'s clock.`
  return { ...about, state: 'ok', sentence }
}

const NO_BACKUP: Record<Database['dialect'], string> = {
  sqlite: 'This server knows of no backup. Set BACKUP_DIR, or make sure that you have one.',
  postgres:
    'This server knows of no backup. Set BACKUP_DIR on one node, or make sure that you have one.',
}

/** Backups that the server does not make itself may be made by other means too. */
function checkBackup({ backups, dialect, clock }: HealthDeps): Check {
  const { isScheduled, lastAt, problem } = backups.state()
  const about = { id: 'backup', name: 'Backup', since: lastAt }
  if (problem !== undefined) return { ...about, state: 'failing', sentence: problem }
  if (lastAt === null) {
    const sentence = isScheduled ? 'The first backup is being made.' : NO_BACKUP[dialect]
    return { ...about, state: 'unknown', sentence }
  }
  return isScheduled || clock() - lastAt <= MAX_BACKUP_AGE_MS
    ? { ...about, state: 'ok', sentence: 'The last backup was made and checked.' }
    : { ...about, state: 'warning', sentence: `${OLD_BACKUP} Set BACKUP_DIR, or make another.` }
}

/** Returns nothing if there is no Redis to check. */
function checkRedis({ bus: { isConnected } }: HealthDeps): Check[] {
  if (isConnected === undefined) return []
  const about = { id: 'redis', name: 'Redis', since: null }
  return isConnected
    ? [{ ...about, state: 'ok', sentence: 'The nodes reach each other through it.' }]
    : [{ ...about, state: 'failing', sentence: REDIS_AWAY }]
}

const REDIS_AWAY =
  'It is out of reach: live updates of other nodes come some seconds later, and each node counts tries by itself. Check REDIS_URL and start it.'

function toView({ id, name, state, since, sentence }: Check): HealthCheck {
  return { id, name, state, since: since === null ? null : toIso(since), sentence }
}

function toIso(time: number): string {
  return new Date(time).toISOString()
}
