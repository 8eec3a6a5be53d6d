import { eraseMails } from './erase-mails.ts'
import type { Mailer, MailStore } from './mailer.ts'
import { chooseSender } from './sender.ts'

export interface MailSettings {
  publicUrl: string
  /** The mail server; undefined to store each message as a file. */
  smtpUrl: string | undefined
  /** The folder of such files. */
  folder: string
}

/** Opens the mailer that the settings name. Its code is loaded with the first message. */
export function openMailer(settings: MailSettings): Mailer & MailStore {
  let loading: Promise<Mailer> | undefined
  return {
    send: async (mail) => {
      loading ??= loadMailer(settings)
      await (await loading).send(mail)
    },
    // Files may be from a time without a mail server.
    erase: (isErased) => eraseMails(settings.folder, isErased),
    close: async () => (await loading)?.close(),
  }
}

async function loadMailer({ publicUrl, smtpUrl, folder }: MailSettings): Promise<Mailer> {
  const sender = chooseSender(publicUrl, smtpUrl)
  if (smtpUrl === undefined) {
    const { createFileMailer } = await import('./file-mailer.ts')
    return createFileMailer({ folder, sender })
  }
  const { createSmtpMailer } = await import('./smtp-mailer.ts')
  return createSmtpMailer({ url: smtpUrl, sender })
}
