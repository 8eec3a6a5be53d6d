import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { isTakingDonations } from '#contract/campaign/availability.ts'
import { messageOf } from '#contract/app-error.ts'
import { MIN_DONATION_CENTS } from '#contract/money.ts'
import type { Recipient } from '#server/features/accounts/accounts.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import { judgeNew } from '#server/features/checkouts/checkouts.ts'
import type { BoardVersion, Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import {
  findBestDonations,
  findPasser,
  type BestDonation,
  type ShownDonation,
} from '#server/features/ledger/ledger.ts'
import { toPolicy } from '#server/features/spending-limits/spending-limits.ts'
import type { Database } from '#server/infra/database/database.ts'
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
import {
  claimReminder,
  findReminders,
  notePlace,
  REMINDER_INTERVAL_MS,
  returnReminder,
  type ReminderRow,
} from './store.ts'

/** The time between two rounds, ms. */
const ROUND_INTERVAL_MS = 60_000
/** The most reminders to read in one go. */
const BATCH = 200

export interface RemindersDeps {
  database: Database
  leaderboard: Pick<Leaderboard, 'livemode' | 'read' | 'rank'>
  campaign: Pick<LiveCampaign, 'current'>
  mailer: Mailer
  /** Returns the address of a donor; undefined if the account is gone. */
  findRecipient: (userId: string) => Promise<Recipient | undefined>
  tokens: EndTokens
  publicUrl: string
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
}

/** A donor who may have been passed. */
interface Passed {
  reminder: ReminderRow
  formerPlace: number
  place: number
  version: number
  best: BestDonation
  passer: ShownDonation
}

/**
 * Mails donors who asked for it when somebody has passed their best place, at most once a day. Each
 * node looks once a minute; of all nodes one claims a donor's mail before it sends it.
 */
export class Reminders {
  readonly #deps: RemindersDeps
  readonly #worker: DueWorker

  constructor(deps: RemindersDeps) {
    this.#deps = deps
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

  /** Looks now; resolves when everybody who was passed has their mail. */
  async look(): Promise<void> {
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
      for (const passed of await this.#findPassed(reminders)) {
        // While the mail server is away, the next round begins with them again.
        if (!isOpen() || (await this.#remind(passed)) === 'away') return
      }
    }
  }

  /** Returns those who were passed and may be told; notes the places of the others. */
  async #findPassed(reminders: readonly ReminderRow[]): Promise<Passed[]> {
    const notes: { userId: string; place: number | null; version: number }[] = []
    const passed = await this.#deps.leaderboard.read(async (board) => {
      const userIds = reminders.map(({ user_id }) => user_id)
      const bests = await findBestDonations(board.snapshot, { userIds, livemode: board.livemode })
      const positions = await board.positionsOf(bests)
      const found: Passed[] = []
      for (const reminder of reminders) {
        const { user_id: userId, place: formerPlace } = reminder
        const best = bests.find((one) => one.userId === userId)
        const place = best === undefined ? null : (positions.get(best.sequence) ?? null)
        const isPassed = formerPlace !== null && place !== null && place > formerPlace
        if (isPassed && best !== undefined) {
          if (!this.#isDue(reminder)) continue
          const passer = await this.#findPasser(board, reminder, best)
          if (passer !== undefined) {
            const { version } = board
            found.push({ reminder, formerPlace, place, version, best, passer })
            continue
          }
        }
        if (place !== formerPlace) notes.push({ userId, place, version: board.version })
      }
      return found
    })
    for (const note of notes) await this.#deps.database.write(notePlace, note)
    return passed
  }

  #isDue({ last_sent_at: lastSentAt }: ReminderRow): boolean {
    return lastSentAt <= this.#deps.clock() - REMINDER_INTERVAL_MS
  }

  #findPasser(
    { snapshot, livemode }: BoardVersion,
    { user_id: userId, seen_sequence: after }: ReminderRow,
    { amountCents }: BestDonation,
  ): Promise<ShownDonation | undefined> {
    return findPasser(snapshot, { livemode, userId, amountCents, after })
  }

  async #remind(passed: Passed): Promise<'done' | 'away'> {
    const { database, clock, mailer, logger } = this.#deps
    const { reminder, place, version } = passed
    const userId = reminder.user_id
    const mail = await this.#write(passed)
    if (mail === undefined) return 'done'
    const claimedAt = clock()
    const claim = { userId, place, version, at: claimedAt }
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
    const { reminder, formerPlace, place, best, passer } = passed
    const userId = reminder.user_id
    if (!isTakingDonations(campaign.current, clock())) return undefined
    const recipient = await findRecipient(userId)
    if (recipient?.isConfirmed !== true) return undefined
    const retakeCents = await this.#findRetakeCents(formerPlace)
    if (retakeCents === undefined || !(await this.#mayGive(userId, retakeCents))) return undefined
    const endUrl = `${publicUrl}${endPath(tokens.sign(userId))}`
    const { title } = campaign.current
    const letter = writeReminder({
      title,
      isLive: leaderboard.livemode === 1,
      formerPlace,
      place,
      amountCents: best.amountCents,
      passer,
      retakeCents,
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

  /** Returns the least donation that takes a place, or undefined if none that is allowed does. */
  async #findRetakeCents(place: number): Promise<number | undefined> {
    const query = { amountCents: MIN_DONATION_CENTS, positions: [place] }
    const { aims } = await this.#deps.leaderboard.rank(query)
    const aim = aims.find(({ position }) => position <= place)
    return aim && Math.max(aim.amountCents, this.#deps.campaign.current.amounts.minCents)
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
