import type { Logger } from 'pino'
import { messageOf } from '#contract/app-error.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import { MailServerError } from '#server/infra/mail/mailer.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { PROVIDER_DEFINITIONS } from '#server/payments/registry.ts'
import { ALARMING_DECLINES, RETENTION_MS } from './limits.ts'
import { claimAlarm, finishAlarm, forgetOld } from './store.ts'

/** The time between two rounds, ms. A round finds alarms of other nodes and deletes old rows. */
const POLL_INTERVAL_MS = 60_000
/** The time for which no other node tells the host, ms: longer than a mailer may take. */
const CLAIM_MS = 2 * 60_000

/** A mail to the hosts. */
export interface HostNotice {
  /** The key by which a mail that is sent twice shows as one. */
  key: string
  subject: string
  text: string
  /** Unix ms. */
  writtenAt: number
}

export type TellHost = (notice: HostNotice) => Promise<void>

export interface AlarmWatchDeps {
  database: Database
  tellHost: TellHost
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'error'>
}

/**
 * Creates the worker that tells the host of each episode of card testing once, and deletes old
 * rows.
 */
export function createAlarmWatch(deps: AlarmWatchDeps): DueWorker {
  const { clock, schedule, logger } = deps
  return new DueWorker({
    workOff: () => doRound(deps),
    findNextDue: async () => clock() + POLL_INTERVAL_MS,
    clock,
    schedule,
    report: (error) => logger.error({ err: error }, 'card testing watch failed'),
  })
}

async function doRound(deps: AlarmWatchDeps): Promise<void> {
  const { database, clock } = deps
  const now = clock()
  await database.write(forgetOld, { before: now - RETENTION_MS, now })
  const raisedAt = await database.write(claimAlarm, { now, until: now + CLAIM_MS })
  if (raisedAt !== null) await tell(deps, raisedAt)
}

/** Tells the host; a notice that could not be sent is tried again when the claim has expired. */
async function tell(
  { database, tellHost, logger }: AlarmWatchDeps,
  raisedAt: number,
): Promise<void> {
  try {
    await tellHost(writeNotice(raisedAt))
  } catch (error) {
    // An outage of the mail server is told once.
    const level = error instanceof MailServerError ? 'debug' : 'error'
    logger[level]({ reason: messageOf(error) }, 'the host could not be told of card testing yet')
    return
  }
  await database.write(finishAlarm, raisedAt)
}

const DECLINES_VIEWS = Object.values(PROVIDER_DEFINITIONS)
  .map(({ declinesView }) => declinesView)
  .join(', ')

function writeNotice(raisedAt: number): HostNotice {
  return {
    key: `card-testing-${raisedAt}`,
    subject: 'Somebody may be testing stolen cards on your page',
    text: `${[
      `In the ten minutes before ${new Date(raisedAt).toISOString()} at least ${ALARMING_DECLINES} payments were declined, more than were paid. That is how stolen cards are tried out.`,
      'Until it has been quiet for 30 minutes, everybody who begins a payment has to let their browser work for a few seconds first. Donors can go on giving; nothing else changes.',
      `Please look at the declined payments in your providers' dashboards (${DECLINES_VIEWS}), and refund payments that look stolen before they are disputed.`,
    ].join('\n\n')}\n`,
    writtenAt: raisedAt,
  }
}
