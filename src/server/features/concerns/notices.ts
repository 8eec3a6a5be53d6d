import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { messageOf } from '#contract/app-error.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import type { Mail } from '#server/infra/mail/mailer.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { claimNotices, finishNotices, type ConcernRow } from './store.ts'

/** How soon what another node has noted is told. */
const ROUND_MS = 60_000
/**
 * How long a change waits for others, so that one mail tells of all; what has opened and ended
 * within it is not told.
 */
const GATHER_MS = 2 * 60_000
/** Longer than a mailer may take: meanwhile no other node tells the hosts. */
const CLAIM_MS = 2 * 60_000
/** More would not be read; the page lists them all. */
const MAX_LISTED = 20

export interface NoticesDeps {
  database: Database
  /** Sends a mail to each host. */
  tellHosts: (mail: Omit<Mail, 'to'>) => Promise<void>
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'error'>
}

/** Tells the hosts by mail, once, what has opened and what has ended. */
export class Notices {
  readonly #deps: NoticesDeps
  readonly #worker: DueWorker

  constructor(deps: NoticesDeps) {
    this.#deps = deps
    const { clock, schedule, logger } = deps
    this.#worker = new DueWorker({
      workOff: () => this.#doRound(),
      findNextDue: async () => clock() + ROUND_MS,
      clock,
      schedule,
      report: (error) => logger.error({ err: error }, 'telling the hosts failed'),
    })
  }

  start(): void {
    this.#worker.start()
  }

  /** Looks now. */
  wake(): void {
    this.#worker.wake()
  }

  /** Resolves when nothing is left to do for now. */
  idle(): Promise<void> {
    return this.#worker.idle()
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  async #doRound(): Promise<void> {
    const { database, clock } = this.#deps
    const now = clock()
    const claim = { now, before: now - GATHER_MS, until: now + CLAIM_MS }
    const rows = await database.write(claimNotices, claim)
    if (rows.length > 0) await this.#tell(rows, now)
  }

  /** A mail that could not be sent is tried again when the claim has run out. */
  async #tell(rows: readonly ConcernRow[], now: number): Promise<void> {
    const { database, tellHosts, logger } = this.#deps
    const opened = rows.filter(({ ended_at }) => ended_at === null)
    const ended = rows.filter(({ ended_at }) => ended_at !== null)
    try {
      await tellHosts(writeNotice(opened, ended, now))
    } catch (error) {
      logger.error({ reason: messageOf(error) }, 'the hosts could not be told what needs them yet')
      return
    }
    const ids = (some: readonly ConcernRow[]) => some.map(({ id }) => id)
    await database.write(finishNotices, { opened: ids(opened), ended: ids(ended) })
  }
}

function writeNotice(
  opened: readonly ConcernRow[],
  ended: readonly ConcernRow[],
  writtenAt: number,
): Omit<Mail, 'to'> {
  const paragraphs = [
    ...writeList('Please look at this:', opened, ({ message }) => message),
    ...writeList('This needs you no more:', ended, writeEnd),
    'To see everything that needs you, with what you may do about it: npm run reconcile',
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

/** Names a mail by what it tells, so that sending it again shows as one. */
function nameNotice(rows: readonly ConcernRow[]): string {
  const changes = rows.map(({ id, opened_at, ended_at }) => [id, opened_at, ended_at])
  const hash = createHash('sha256').update(JSON.stringify(changes)).digest('hex')
  return `concerns-${hash.slice(0, 32)}`
}
