import pMap from 'p-map'
import { messageOf } from '#contract/app-error.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import { MailRefusedError, MailServerError } from '#server/infra/mail/mailer.ts'
import { inSpan } from '#server/infra/tracing/spans.ts'
import { runNamed } from '#server/infra/work-context.ts'
import { queueCopy, type ReceiptCopy } from './copies-store.ts'
import type { OutboxDeps } from './outbox-deps.ts'
import {
  claimMails,
  countSent,
  deferMail,
  findDueMails,
  findNextDue,
  finishMail,
  holdMail,
  releaseMails,
  returnMail,
  type MailRow,
} from './store.ts'
import { storeWhileClaimed } from './store-while-claimed.ts'
import { createMailWriter, type WriteMail } from './write-mail.ts'

/** The most mails that are sent at once, unless the mailer names another number. */
const CONCURRENCY = 5
/** The mails of the first claim of a round; each next claim is twice as large. */
const FIRST_CLAIM = 5
const MAX_CLAIM = 80
/** The time for which no other node sends a claimed mail, ms: longer than a mailer may take. */
const CLAIM_MS = 60_000
/** The time after which a claimed mail is not begun any more, ms: it might outlast its claim. */
const LAST_START_MS = 30_000
/** The time between two polls, ms: they find mails whose hint was lost with its node. */
const POLL_INTERVAL_MS = 60_000
/** The most mails a day to an unconfirmed address, which may be somebody else's. */
const MAX_UNCONFIRMED = 5
const DAY_MS = 24 * 60 * 60 * 1000
/** The time between two checks of a mail that waits for the confirmation of its address, ms. */
const HOLD_MS = 6 * 60 * 60 * 1000
const FIRST_RETRY_MS = 10_000
const LONGEST_RETRY_MS = 60 * 60 * 1000
/** The tries before a mail is given up, after three days of pauses. */
const MAX_ATTEMPTS = 81

/** The state of the mails that were claimed together. */
interface Claim {
  /** The time after which none is begun, Unix ms. */
  startUntil: number
  /** True once the mail server has taken no mail at all. */
  isAway: boolean
}

/**
 * Sends the queued receipts, each until the mail server has accepted it. Several nodes may share a
 * database: a node claims each mail before it sends it. If a node crashes between sending and
 * marking, the mail is sent again under the same key.
 */
export class Outbox {
  readonly #deps: OutboxDeps
  readonly #worker: DueWorker
  readonly #write: WriteMail
  #unsubscribe = () => {}
  #isClosing = false
  /** The end of the pause after a round in which no mail could be sent, Unix ms. */
  #pausedUntil = 0

  constructor(deps: OutboxDeps) {
    this.#deps = deps
    this.#write = createMailWriter(deps)
    const { clock, schedule, logger } = deps
    this.#worker = new DueWorker({
      workOff: (isOpen) => this.#workOff(isOpen),
      findNextDue: () => this.#findNextPoll(),
      clock,
      schedule,
      report: reportFailure(logger, 'outbox failed'),
    })
  }

  /** Starts with the mails that are queued, also from an earlier run. */
  start(): void {
    this.#unsubscribe = this.#deps.bus.subscribe(() => this.#worker.wake())
    this.#worker.start()
  }

  /** Sends the mails that waited for the confirmation of an account's address. */
  async release(userId: string): Promise<void> {
    const { database, clock } = this.#deps
    await database.write(releaseMails, { userId, now: clock() })
    this.#worker.wake()
  }

  /** Mails the receipt of a donation once more; returns false if that was done often today. */
  async sendAgain(donation: Omit<ReceiptCopy, 'now'>): Promise<boolean> {
    const { database, clock } = this.#deps
    const isQueued = await database.write(queueCopy, { ...donation, now: clock() })
    this.#worker.wake()
    return isQueued
  }

  /** Resolves when no due mail is left. */
  idle(): Promise<void> {
    return this.#worker.idle()
  }

  close(): Promise<void> {
    this.#isClosing = true
    this.#unsubscribe()
    return this.#worker.close()
  }

  async #findNextPoll(): Promise<number> {
    const { database, clock } = this.#deps
    const nextPoll = clock() + POLL_INTERVAL_MS
    const due = (await findNextDue(database.reader)) ?? nextPoll
    return Math.max(Math.min(due, nextPoll), this.#pausedUntil)
  }

  async #workOff(isOpen: () => boolean): Promise<void> {
    const { database, clock } = this.#deps
    for (let limit = FIRST_CLAIM; isOpen() && clock() >= this.#pausedUntil; limit *= 2) {
      const now = clock()
      const ids = await findDueMails(database.reader, { now, limit: Math.min(limit, MAX_CLAIM) })
      if (ids.length === 0) return
      const mails = await database.write(claimMails, { ids, now, until: now + CLAIM_MS })
      await this.#deliverAll(mails)
    }
  }

  async #deliverAll(mails: readonly MailRow[]): Promise<void> {
    // The mails of one donor go one after another, so that each counts those before it.
    const byDonor = [...Map.groupBy(mails, ({ user_id }) => user_id).values()]
    const claim: Claim = { startUntil: this.#deps.clock() + LAST_START_MS, isAway: false }
    const areDone = await pMap(byDonor, (group) => this.#deliverGroup(group, claim), {
      concurrency: this.#deps.mailer.concurrency ?? CONCURRENCY,
      stopOnError: false,
    })
    const isDown = mails.length > 0 && !areDone.flat().includes(true)
    if (isDown) this.#pausedUntil = this.#deps.clock() + FIRST_RETRY_MS
  }

  async #deliverGroup(mails: readonly MailRow[], claim: Claim): Promise<boolean[]> {
    const areDone: boolean[] = []
    for (const mail of mails) {
      const mayStart = !claim.isAway && this.#deps.clock() < claim.startUntil
      areDone.push(mayStart ? await this.#deliver(mail, claim) : await this.#return(mail))
    }
    return areDone
  }

  /** Makes a claimed mail due again that was not tried; returns false. */
  async #return({ id, next_attempt_at }: MailRow): Promise<boolean> {
    const { database, clock } = this.#deps
    await database.write(returnMail, { id, claimedUntil: next_attempt_at, until: clock() })
    return false
  }

  /** Sends a mail; returns false if it failed and will be tried again. */
  #deliver(mail: MailRow, claim: Claim): Promise<boolean> {
    const names = { mail: mail.message_key, donation: mail.donation_id }
    const attributes = {
      'royale.receipt.kind': mail.kind,
      'royale.amount.cents': mail.amount_cents,
    }
    const span = { donation: mail.donation_id, attributes }
    return runNamed(names, () =>
      inSpan('receipt.send', span, () => this.#deliverNamed(mail, claim)),
    )
  }

  async #deliverNamed(mail: MailRow, claim: Claim): Promise<boolean> {
    try {
      if ((await this.#send(mail)) !== 'sent') return true
    } catch (error) {
      const reason = messageOf(error)
      claim.isAway ||= error instanceof MailServerError
      if (!(error instanceof MailRefusedError)) return this.#retryLater(mail, error)
      await this.#giveUp(mail, reason)
      return true
    }
    await this.#finish(mail, 'sent')
    this.#deps.logger.info({ mail: mail.message_key, donation: mail.donation_id }, 'receipt sent')
    return true
  }

  async #send(mail: MailRow): Promise<'sent' | 'held' | 'dropped'> {
    const { findRecipient, mailer } = this.#deps
    const to = await findRecipient(mail.user_id)
    if (to === undefined) {
      await this.#finish(mail, 'the account is gone')
      return 'dropped'
    }
    if (!to.isConfirmed && (await this.#hasReachedLimit(mail))) {
      await this.#hold(mail)
      return 'held'
    }
    await mailer.send(await this.#write(mail, to.email))
    return 'sent'
  }

  /** Returns whether an unconfirmed address got all that it may get in a day. */
  async #hasReachedLimit({ user_id }: MailRow): Promise<boolean> {
    const { database, clock } = this.#deps
    const since = clock() - DAY_MS
    const sent = await countSent(database.reader, { userId: user_id, since })
    return sent >= MAX_UNCONFIRMED
  }

  async #hold({ id, next_attempt_at }: MailRow): Promise<void> {
    const { database, clock } = this.#deps
    const until = clock() + HOLD_MS
    await database.write(holdMail, { id, claimedUntil: next_attempt_at, until })
  }

  async #retryLater(mail: MailRow, error: unknown): Promise<boolean> {
    const { database, clock, logger } = this.#deps
    const reason = messageOf(error)
    if (mail.attempts >= MAX_ATTEMPTS) {
      await this.#giveUp(mail, reason)
      return true
    }
    // An outage of the mail server is told once.
    const level = error instanceof MailServerError ? 'debug' : 'warn'
    logger[level]({ mail: mail.message_key, reason }, 'receipt not sent yet')
    const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** (mail.attempts - 1), LONGEST_RETRY_MS)
    await database.write(deferMail, {
      id: mail.id,
      claimedUntil: mail.next_attempt_at,
      outcome: reason,
      until: clock() + pauseMs,
    })
    return false
  }

  async #giveUp(mail: MailRow, reason: string): Promise<void> {
    this.#deps.logger.error({ mail: mail.message_key, reason }, 'receipt given up')
    await this.#finish(mail, reason)
  }

  #finish({ id, next_attempt_at: claimedUntil }: MailRow, outcome: string): Promise<void> {
    const { database, clock } = this.#deps
    return storeWhileClaimed(this.#deps, {
      store: () => database.write(finishMail, { id, outcome, at: clock() }),
      claimedUntil,
      mayRetry: () => !this.#isClosing,
    })
  }
}
