import type { Mailer } from './mailer.ts'
import { chooseSender } from './sender.ts'

export interface MailSettings {
  publicUrl: string
  /** Undefined: each message becomes a file. */
  smtpUrl: string | undefined
  /** Where such files go. */
  folder: string
}

/** Sends as the settings say. The code for it is loaded with the first message. */
export function openMailer(settings: MailSettings): Mailer {
  let loading: Promise<Mailer> | undefined
  return {
    send: async (mail) => {
      loading ??= loadMailer(settings)
      await (await loading).send(mail)
    },
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
