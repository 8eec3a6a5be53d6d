import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { messageOf } from '#contract/app-error.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import { MailServerError, type Mail } from '#server/infra/mail/mailer.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { claimNotices, finishNotices } from './notices-store.ts'
import type { ConcernRow } from './store.ts'

/** The time between two rounds, ms. A round finds the changes of other nodes. */
const POLL_INTERVAL_MS = 60_000
/**
 * The time that a change waits for others, ms, so that one mail tells of all. A concern that opens
 * and ends within it is not told.
 */
const GATHER_MS = 2 * 60_000
/** The time for which no other node tells the hosts, ms: longer than a mailer may take. */
const CLAIM_MS = 2 * 60_000
/** The most concerns that a mail lists; the page lists them all. */
const MAX_LISTED = 20

export interface NoticesDeps {
  database: Database
  /** Sends a mail to each host. */
  tellHosts: (mail: Omit<Mail, 'to'>) => Promise<void>
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'error'>
}

/** Creates the worker that mails the hosts once about each concern that has opened or ended. */
export function createNotices(deps: NoticesDeps): DueWorker {
  const { clock, schedule, logger } = deps
  return new DueWorker({
    workOff: () => doRound(deps),
    findNextDue: async () => clock() + POLL_INTERVAL_MS,
    clock,
    schedule,
    report: reportFailure(logger, 'telling the hosts failed'),
  })
}

async function doRound(deps: NoticesDeps): Promise<void> {
  const { database, clock } = deps
  const now = clock()
  const claim = { now, before: now - GATHER_MS, until: now + CLAIM_MS }
  const rows = await database.write(claimNotices, claim)
  if (rows.length > 0) await tell(deps, rows, now)
}

/** Mails the hosts; a mail that could not be sent is tried again when the claim has expired. */
async function tell(
  { database, tellHosts, logger }: NoticesDeps,
  rows: readonly ConcernRow[],
  now: number,
): Promise<void> {
  const opened = rows.filter(({ ended_at }) => ended_at === null)
  const ended = rows.filter(({ ended_at }) => ended_at !== null)
  try {
    await tellHosts(writeNotice(opened, ended, now))
  } catch (error) {
    // An outage of the mail server is told once.
    const level = error instanceof MailServerError ? 'debug' : 'error'
    logger[level]({ reason: messageOf(error) }, 'the hosts could not be told what needs them yet')
    return
  }
  const ids = (some: readonly ConcernRow[]) => some.map(({ id }) => id)
  await database.write(finishNotices, { opened: ids(opened), ended: ids(ended) })
}

function writeNotice(
  opened: readonly ConcernRow[],
  ended: readonly ConcernRow[],
  writtenAt: number,
): Omit<Mail, 'to'> {
  const paragraphs = [
    ...writeList('Please look at this:', opened, ({ message }) => message),
    ...writeList('This needs you no more:', ended, writeEnd),
    'To see everything that needs you, with what you may do about it: donation-royale reconcile',
  ]
  const text = `${paragraphs.join('\n\n')}\n`
  return {
    key: nameNotice([...opened, ...ended]),
    subject: writeSubject(opened),
    text,
    writtenAt,
  }
}

function writeList(
  title: string,
  rows: readonly ConcernRow[],
  write: (row: ConcernRow) => string,
): string[] {
  if (rows.length === 0) return []
  const lines = rows.slice(0, MAX_LISTED).map((row) => `- ${write(row)} (${row.id})`)
  const more = rows.length - lines.length
  return [[title, ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')]
}

function writeEnd({ message, resolution, reason }: ConcernRow): string {
  return reason === null ? message : `${message} A host chose to ${resolution}: ${reason}`
}

function writeSubject(opened: readonly unknown[]): string {
  if (opened.length === 0) return 'Settled: nothing new needs you on your page'
  return opened.length === 1
    ? 'Something on your page needs you'
    : `${opened.length} things on your page need you`
}

/** Returns a key made of a mail's content, by which a mail that is sent twice shows as one. */
function nameNotice(rows: readonly ConcernRow[]): string {
  const changes = rows.map(({ id, opened_at, ended_at }) => [id, opened_at, ended_at])
  const hash = createHash('sha256').update(JSON.stringify(changes)).digest('hex')
  return `concerns-${hash.slice(0, 32)}`
}
