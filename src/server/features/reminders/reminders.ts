import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { isTakingDonations } from '#contract/campaign/availability.ts'
import { messageOf } from '#contract/app-error.ts'
import type { Recipient } from '#server/features/accounts/accounts.ts'
import { judgeNew } from '#server/features/checkouts/checkouts.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { toPolicy } from '#server/features/spending-limits/spending-limits.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import { toHtml, toText } from '#server/infra/mail/letter.ts'
import {
  MailRefusedError,
  MailServerError,
  type Mail,
  type Mailer,
} from '#server/infra/mail/mailer.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { endPath } from './end-path.ts'
import type { EndTokens } from './end-token.ts'
import { writeReminder } from './letter.ts'
import { PassedFinder, type PassedFinderDeps } from './passed-finder.ts'
import type { Passed } from './places.ts'
import {
  beginReminders,
  claimReminder,
  findReminder,
  findReminders,
  returnReminder,
} from './store.ts'

/** The time between two rounds, ms. */
const ROUND_INTERVAL_MS = 60_000
/** The most reminders to read in one go. */
const BATCH = 200

export interface RemindersDeps extends PassedFinderDeps {
  leaderboard: Pick<Leaderboard, 'livemode' | 'read' | 'rank'>
  mailer: Mailer
  /** Returns the address of a donor; undefined if the account is gone. */
  findRecipient: (userId: string) => Promise<Recipient | undefined>
  tokens: EndTokens
  publicUrl: string
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
}

/**
 * Mails donors who asked for it when somebody has passed their place, at most once a day: that of their
 * best donation, or of their sum, as the first of the host's boards ranks. Each
 * node polls once a minute, also for places that were taken and lost in between; of all nodes one
 * claims a donor's mail before it sends it.
 */
export class Reminders {
  readonly #deps: RemindersDeps
  readonly #finder: PassedFinder
  readonly #worker: DueWorker

  constructor(deps: RemindersDeps) {
    this.#deps = deps
    this.#finder = new PassedFinder(deps)
    const { clock, schedule, logger } = deps
    this.#worker = new DueWorker({
      workOff: (isOpen) => this.#doRound(isOpen),
      findNextDue: async () => clock() + ROUND_INTERVAL_MS,
      clock,
      schedule,
      report: reportFailure(logger, 'the reminders failed'),
    })
  }

  start(): void {
    this.#worker.start()
  }

  /** Turns a donor's reminders on, and notes their place now: from now on they are told of what passes it. */
  async turnOn(userId: string): Promise<void> {
    const { database, clock } = this.#deps
    await database.write(beginReminders, { userId, at: clock() })
    const reminder = await findReminder(database.reader, userId)
    if (reminder === undefined) return
    await this.#finder.findCandidates([reminder], await this.#finder.open())
  }

  /** Polls now; resolves when everybody who was passed has their mail. */
  async poll(): Promise<void> {
    await this.#doRound(() => true)
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  async #doRound(isOpen: () => boolean): Promise<void> {
    let after = ''
    while (isOpen()) {
      const reminders = await findReminders(this.#deps.database.reader, { after, limit: BATCH })
      const last = reminders.at(-1)
      if (last === undefined) return
      after = last.user_id
      const leading = await this.#finder.open()
      for (const reminder of await this.#finder.findCandidates(reminders, leading)) {
        const passed = await this.#finder.findPassed(reminder, leading)
        // While the mail server is away, the next round begins with them again.
        if (!isOpen() || (passed && (await this.#remind(passed)) === 'away')) return
      }
    }
  }

  async #remind(passed: Passed): Promise<'done' | 'away'> {
    const { database, clock, mailer, logger } = this.#deps
    const { reminder, ownRank, version } = passed
    const userId = reminder.user_id
    const mail = await this.#write(passed)
    if (mail === undefined) {
      await this.#finder.note(reminder, passed)
      return 'done'
    }
    const claimedAt = clock()
    const claim = { userId, place: ownRank.place, version, at: claimedAt }
    if (!(await database.write(claimReminder, claim))) return 'done'
    try {
      await mailer.send(mail)
      logger.info({ mail: mail.key }, 'reminder sent')
      return 'done'
    } catch (error) {
      const isAway = error instanceof MailServerError
      const level = isAway ? 'debug' : 'warn'
      logger[level]({ mail: mail.key, reason: messageOf(error) }, 'reminder not sent')
      if (!(error instanceof MailRefusedError)) {
        await database.write(returnReminder, { before: reminder, claimedAt })
      }
      return isAway ? 'away' : 'done'
    }
  }

  /** Returns the mail; undefined if the donor could or should not donate, or cannot be reached. */
  async #write(passed: Passed): Promise<Mail | undefined> {
    const { campaign, findRecipient, tokens, publicUrl, clock, leaderboard } = this.#deps
    const { reminder, board, formerPlace, targetPlace, ownRank, passer } = passed
    const userId = reminder.user_id
    if (!isTakingDonations(campaign.current, clock())) return undefined
    const recipient = await findRecipient(userId)
    if (recipient?.isConfirmed !== true) return undefined
    const targetCents = await this.#findTargetCents(passed)
    if (targetCents === undefined || !(await this.#mayGive(userId, targetCents))) return undefined
    const endUrl = `${publicUrl}${endPath(tokens.sign(userId))}`
    const { title } = campaign.current
    const letter = writeReminder({
      title,
      isLive: leaderboard.livemode === 1,
      board,
      formerPlace,
      targetPlace,
      ...ownRank,
      passer,
      targetCents,
      boardUrl: publicUrl,
      endUrl,
    })
    return {
      key: `reminder-${hashOf(`${userId} ${passer.id}`)}`,
      to: recipient.email,
      subject: letter.subject,
      senderName: title,
      text: toText(letter),
      html: toHtml(letter),
      endUrl,
      writtenAt: clock(),
    }
  }

  /** Returns the least donation that takes the target place, or undefined if none that is allowed does. */
  async #findTargetCents({ places, targetPlace, ownRank }: Passed): Promise<number | undefined> {
    const { minCents, maxCents } = this.#deps.campaign.current.amounts
    const cents = await places.findTargetCents(targetPlace, ownRank)
    return cents !== undefined && cents <= maxCents ? Math.max(cents, minCents) : undefined
  }

  /** Returns whether neither a pause nor a limit keeps a donor from giving an amount now. */
  async #mayGive(userId: string, amountCents: number): Promise<boolean> {
    const { database, leaderboard, campaign, clock } = this.#deps
    const policy = toPolicy(campaign.current)
    const circumstances = { policy, livemode: leaderboard.livemode, now: clock() }
    const [refusal] = await judgeNew(database.reader, [{ userId, amountCents }], circumstances)
    return refusal === undefined
  }
}

/** The key of a mail shows in its message id, so it must not name the account. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}
