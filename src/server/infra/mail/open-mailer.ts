import { eraseMails } from './erase-mails.ts'
import { inInnerSpan } from '../tracing/spans.ts'
import type { StateLog } from '../state-log.ts'
import { CONNECTIONS, MailServerError, type Mailer, type MailStore } from './mailer.ts'
import { chooseSender } from './sender.ts'

/** The most messages that are stored as files at once; together they wait for the disk. */
const FILES_AT_ONCE = 20

export interface MailSettings {
  publicUrl: string
  /** The mail server; undefined to store each message as a file. */
  smtpUrl: string | undefined
  /** The folder of such files. */
  folder: string
  /** The module of the thread that sends mail; `#mailer` by default. */
  threadEntry?: URL
  /** Hears whether the mail server takes mail. */
  report?: StateLog
}

/** Opens the mailer that the settings name. Its code is loaded with the first message. */
export function openMailer(settings: MailSettings): Mailer & MailStore {
  let loading: Promise<Mailer> | undefined
  return {
    concurrency: settings.smtpUrl === undefined ? FILES_AT_ONCE : CONNECTIONS,
    send: async (mail) => {
      loading ??= loadMailer(settings)
      const mailer = await loading
      await inInnerSpan('mail.send', { kind: 'client' }, () => mailer.send(mail))
    },
    // Files may be from a time without a mail server.
    erase: (isErased) => eraseMails(settings.folder, isErased),
    close: async () => (await loading)?.close(),
  }
}

async function loadMailer({
  publicUrl,
  smtpUrl,
  folder,
  threadEntry = new URL(import.meta.resolve('#mailer')),
  report,
}: MailSettings): Promise<Mailer> {
  const { createThreadMailer } = await import('./mail-thread.ts')
  const mailer = createThreadMailer(threadEntry, {
    smtpUrl,
    folder,
    sender: chooseSender(publicUrl, smtpUrl),
  })
  return smtpUrl === undefined || report === undefined ? mailer : reportState(mailer, report)
}

/** Wraps the mailer of a mail server so that `report` hears whether the server takes mail. */
function reportState({ send, close }: Mailer, report: StateLog): Mailer {
  return {
    send: async (mail) => {
      try {
        await send(mail)
        report.over()
      } catch (error) {
        if (error instanceof MailServerError) report.failed(error)
        else report.over()
        throw error
      }
    },
    close,
  }
}
