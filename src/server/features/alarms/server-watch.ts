import type { Logger } from 'pino'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { BackupState } from '#server/features/backups/backups.ts'
import {
  concernId,
  ofThisMachine,
  type Concerns,
  type Problem,
} from '#server/features/concerns/concerns.ts'
import { isLow, type DiskSpace } from '#server/infra/disk-space.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import type { Schedule } from '#server/infra/schedule.ts'

/** The time between two rounds, ms. */
const POLL_INTERVAL_MS = 60_000

export interface ServerWatchDeps {
  concerns: Pick<Concerns, 'raise' | 'end' | 'endOfGoneMachines'>
  /** Returns the space of the disk with the data. */
  readDisk: () => Promise<DiskSpace>
  /** Returns how the backups are. */
  readBackups: () => Pick<BackupState, 'isDue' | 'problem'>
  /** Counts the receipts that still wait after some minutes of failed tries. */
  countFailingMails: () => Promise<number>
  /** Returns whether payments are declined so often that donors need a proof of work. */
  isCardTesting: () => Promise<boolean>
  clock: () => number
  schedule: Schedule
  logger: Logger
}

/** Creates the worker that raises concerns about the server itself, and ends those that are over. */
export function createServerWatch(deps: ServerWatchDeps): DueWorker {
  const { clock, schedule, logger } = deps
  return new DueWorker({
    workOff: () => doRound(deps),
    findNextDue: async () => clock() + POLL_INTERVAL_MS,
    clock,
    schedule,
    report: reportFailure(logger, 'watching the server failed'),
  })
}

async function doRound(deps: ServerWatchDeps): Promise<void> {
  const checks = [checkDisk, checkBackups, checkMails, checkCards, forgetGoneMachines]
  const results = await Promise.allSettled(checks.map((check) => check(deps)))
  const failed = results.filter((result) => result.status === 'rejected')
  const reasons = failed.map(({ reason }): unknown => reason)
  if (failed.length > 0) throw new AggregateError(reasons, 'A check of the server failed.')
}

/** Raises the concern of a problem, or ends it if there is none. */
async function report(
  { concerns }: ServerWatchDeps,
  { kind, subject, ...problem }: Pick<Problem, 'kind' | 'subject' | 'isTold'>,
  message: string | undefined,
): Promise<void> {
  if (message === undefined) await concerns.end(concernId(kind, subject))
  else await concerns.raise({ kind, subject, message, ...problem })
}

async function checkDisk(deps: ServerWatchDeps): Promise<void> {
  // Each node has its own disk.
  const subject = ofThisMachine()
  const isFull = isLow(await deps.readDisk())
  const message = `Less than a tenth of the disk of ${subject} is free. Free some space: without it no donation can be recorded.`
  await report(deps, { kind: 'disk_low', subject }, isFull ? message : undefined)
}

async function checkBackups(deps: ServerWatchDeps): Promise<void> {
  const { isDue, problem } = deps.readBackups()
  // A problem of before is over only when one was made.
  if (isDue && problem === undefined) return
  await report(deps, { kind: 'backup_failing', subject: ofThisMachine() }, problem)
}

async function checkMails(deps: ServerWatchDeps): Promise<void> {
  const isFailing = (await deps.countFailingMails()) > 0
  const message =
    'Receipts cannot be mailed; they are tried again for three days. Check SMTP_URL and the mail server.'
  await report(deps, { kind: 'mail_failing', subject: 'receipts' }, isFailing ? message : undefined)
}

async function checkCards(deps: ServerWatchDeps): Promise<void> {
  const isOn = await deps.isCardTesting()
  const message =
    'So many payments are declined that somebody may be testing stolen cards. Everybody who begins a payment has to let their browser work for a few seconds first.'
  const about = { kind: 'card_testing', subject: 'payments', isTold: true } as const
  await report(deps, about, isOn ? message : undefined)
}

async function forgetGoneMachines({ concerns }: ServerWatchDeps): Promise<void> {
  await concerns.endOfGoneMachines('disk_low')
  await concerns.endOfGoneMachines('backup_failing')
}
