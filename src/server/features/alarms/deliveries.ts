import pMap from 'p-map'
import type { Logger } from 'pino'
import { messageOf } from '#contract/app-error.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import { concernId, type Concerns } from '#server/features/concerns/concerns.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { queueSignals } from './signals.ts'
import {
  claimDeliveries,
  findMostAttempts,
  findNextDelivery,
  finishDelivery,
  readWebhook,
  stopWebhook,
  type DeliveryRow,
  type WebhookRow,
} from './store.ts'
import { post, type PostResponse } from './webhook/post-message.ts'
import { nextPauseMs } from './webhook/retry-times.ts'
import { signMessage } from './webhook/signature.ts'

/** The time between two rounds, ms. */
const POLL_INTERVAL_MS = 30_000
/** The time that a concern must last before it is told, ms. */
const SETTLE_MS = 30_000
/** The time for which no other node sends a claimed message, ms: longer than a try may take. */
const CLAIM_MS = 60_000
/** The failed tries of a message after which the hosts are mailed about the address. */
const MIN_TOLD_ATTEMPTS = 3
const CONCURRENCY = 4

export interface DeliveryDeps {
  database: Database
  concerns: Pick<Concerns, 'raise' | 'end'>
  /** True if the address may be a private one, as a test's receiver is. */
  allowPrivate: boolean
  clock: () => number
  random: () => number
  schedule: Schedule
  logger: Logger
}

/** Creates the worker that sends the opening and the end of each concern to the alarm address. */
export function createDeliveries(deps: DeliveryDeps): DueWorker {
  const { database, clock, schedule, logger } = deps
  return new DueWorker({
    workOff: () => doRound(deps),
    findNextDue: async () =>
      Math.min(
        clock() + POLL_INTERVAL_MS,
        (await findNextDelivery(database.reader)) ?? Number.POSITIVE_INFINITY,
      ),
    clock,
    schedule,
    report: reportFailure(logger, 'sending alarms failed'),
  })
}

async function doRound(deps: DeliveryDeps): Promise<void> {
  const { database, clock } = deps
  const now = clock()
  await database.write(queueSignals, { now, before: now - SETTLE_MS })
  const due = await database.write(claimDeliveries, { now, until: now + CLAIM_MS })
  await pMap(due, (delivery) => deliver(deps, delivery), { concurrency: CONCURRENCY })
  await reportFailures(deps)
}

/** Sends one message, and stores the result. */
async function deliver(deps: DeliveryDeps, delivery: DeliveryRow): Promise<void> {
  const { database, clock, random, logger } = deps
  const { id, attempts } = delivery
  const { webhook, error, isGone, retryAfterMs } = await attempt(deps, delivery)
  if (isGone && webhook.url !== null) {
    const reason = 'The address answered 410 (Gone), so nothing more is sent to it.'
    await database.write(stopWebhook, { url: webhook.url, reason })
  }
  const pauseMs =
    error === null || isGone ? undefined : nextPauseMs(attempts, { retryAfterMs, random: random() })
  const nextAttemptAt = pauseMs === undefined ? null : Math.round(clock() + pauseMs)
  if (error !== null)
    logger.warn({ delivery: id, attempts, reason: error }, 'an alarm was not taken')
  await database.write(finishDelivery, { id, error, nextAttemptAt, now: clock() })
}

interface Attempt {
  webhook: WebhookRow
  /** A sentence; null if the message was taken. */
  error: string | null
  isGone: boolean
  retryAfterMs?: number | undefined
}

async function attempt(deps: DeliveryDeps, delivery: DeliveryRow): Promise<Attempt> {
  const webhook = await readWebhook(deps.database.reader)
  if (webhook.url === null || webhook.stopped !== null) {
    return { webhook, error: 'No address is set any more.', isGone: true }
  }
  try {
    const response = await sendMessage(webhook, delivery, deps)
    return { webhook, ...judge(response) }
  } catch (error) {
    return {
      webhook,
      error: `The address could not be reached: ${messageOf(error)}`,
      isGone: false,
    }
  }
}

/** Posts a message, signed for this moment. Fails if the address cannot be reached. */
export function sendMessage(
  webhook: WebhookRow,
  { id, body }: Pick<DeliveryRow, 'id' | 'body'>,
  { allowPrivate, clock }: Pick<DeliveryDeps, 'allowPrivate' | 'clock'>,
): Promise<PostResponse> {
  const now = clock()
  const timestamp = Math.floor(now / 1_000)
  const former = webhook.former_until > now ? webhook.former_secret : null
  const secrets = [webhook.secret, former].filter((secret) => secret !== null)
  return post({
    url: new URL(webhook.url ?? ''),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Donation-Royale',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage({ id, timestamp, body }, secrets),
    },
    body,
    allowPrivate,
  })
}

/** Returns what a response means; everything but 2xx is a failure, also a redirect. */
export function judge({ status, retryAfterMs }: PostResponse): Omit<Attempt, 'webhook'> {
  const isTaken = status >= 200 && status < 300
  return {
    error: isTaken ? null : `The address answered with the status ${status}.`,
    isGone: status === 410,
    retryAfterMs,
  }
}

/** Opens a concern about an address that takes no messages, and ends it when it does. */
async function reportFailures({ database, concerns }: DeliveryDeps): Promise<void> {
  const { url, stopped } = await readWebhook(database.reader)
  const isFailing = (await findMostAttempts(database.reader)) >= MIN_TOLD_ATTEMPTS
  if (url !== null && (stopped !== null || isFailing)) {
    await concerns.raise({
      kind: 'alarm_webhook_failing',
      subject: 'address',
      message:
        stopped ??
        'The address for alarms does not take messages; they are tried again for three days. Check it in the console.',
    })
  } else await concerns.end(concernId('alarm_webhook_failing', 'address'))
}
