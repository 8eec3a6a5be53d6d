import type { Logger } from 'pino'
import { messageOf } from '#contract/app-error.ts'
import {
  MailRefusedError,
  MailServerError,
  type Mail,
  type Mailer,
} from '#server/infra/mail/mailer.ts'
import type { Schedule } from '#server/infra/schedule.ts'

const CONCURRENCY = 5
const MAX_WAITING = 1_000
const RETRY_PAUSES_MS = [5_000, 30_000, 120_000]

export interface MailPostDeps {
  mailer: Mailer
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'warn' | 'error'>
}

interface Letter {
  mail: Mail
  attempts: number
}

/**
 * Sends the mails of accounts in the background. They are queued in memory, because the links in
 * them are secrets that the database must not hold; if the process dies, people request a new link.
 */
export class MailPost {
  readonly #deps: MailPostDeps
  readonly #waiting: Letter[] = []
  readonly #sending = new Set<Promise<void>>()
  readonly #cancelRetries = new Set<() => void>()

  constructor(deps: MailPostDeps) {
    this.#deps = deps
  }

  /** Queues a mail; never waits and never fails. */
  send(mail: Mail): void {
    this.#enqueue({ mail, attempts: 0 })
  }

  /** Drops the mails that wait, and resolves when those that are being sent have ended. */
  async close(): Promise<void> {
    this.#waiting.length = 0
    for (const cancel of this.#cancelRetries) cancel()
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  #enqueue(letter: Letter): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#deps.logger.error({ mail: letter.mail.key }, 'account mail given up: too many wait')
      return
    }
    this.#waiting.push(letter)
    this.#sendNext()
  }

  #sendNext(): void {
    if (this.#sending.size >= CONCURRENCY) return
    const letter = this.#waiting.shift()
    if (letter === undefined) return
    const sending = this.#deliver(letter).finally(() => {
      this.#sending.delete(sending)
      this.#sendNext()
    })
    this.#sending.add(sending)
  }

  async #deliver(letter: Letter): Promise<void> {
    try {
      await this.#deps.mailer.send(letter.mail)
    } catch (error) {
      this.#retryLater(letter, error)
    }
  }

  #retryLater({ mail, attempts }: Letter, error: unknown): void {
    const { schedule, logger } = this.#deps
    const pauseMs = RETRY_PAUSES_MS[attempts]
    const details = { mail: mail.key, reason: messageOf(error) }
    if (pauseMs === undefined || error instanceof MailRefusedError) {
      logger.error(details, 'account mail given up')
      return
    }
    // An outage of the mail server is told once.
    logger[error instanceof MailServerError ? 'debug' : 'warn'](
      details,
      'account mail not sent yet',
    )
    const cancel = schedule(() => {
      this.#cancelRetries.delete(cancel)
      this.#enqueue({ mail, attempts: attempts + 1 })
    }, pauseMs)
    this.#cancelRetries.add(cancel)
  }
}
