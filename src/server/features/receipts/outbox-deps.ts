import type { Logger } from 'pino'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Mailer } from '#server/infra/mail/mailer.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import type { MailDeps } from './write-mail.ts'

/** The address of a donor, and whether they have confirmed it. */
interface Recipient {
  email: string
  isConfirmed: boolean
}

export interface OutboxDeps extends MailDeps {
  mailer: Mailer
  /** The bus that hints after each movement of money, for which mails may be queued. */
  bus: Pick<Bus, 'subscribe'>
  /** Returns the address of a donor; undefined if the account is gone. */
  findRecipient: (userId: string) => Promise<Recipient | undefined>
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
}
