import { randomUUID } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { describeReason } from '#server/infra/state-log.ts'
import { openMailer } from '#server/infra/mail/open-mailer.ts'
import { ok, trouble, unknown, type Finding } from './finding.ts'

const NAME = 'Mail server'

/** Logs in at the mail server; sends a mail only if an address is given. */
export async function checkMailServer(config: Config, to: string | undefined): Promise<Finding> {
  const { smtpUrl, payments, dataDir } = config
  if (smtpUrl === undefined) {
    const sentence = `SMTP_URL is not set, so each mail is a file in ${dataDir}/mail, and nobody gets it.`
    if (payments === 'sandbox') return ok(NAME, `${sentence} That will do for the sandbox.`)
    const remedy = 'Set SMTP_URL: accounts are confirmed, and passwords reset, by mail.'
    return (payments === 'live' ? trouble : unknown)(NAME, `${sentence} ${remedy}`)
  }
  try {
    const { tryMailServer } = await import('#server/infra/mail/smtp-mailer.ts')
    await tryMailServer(smtpUrl)
    if (to === undefined) {
      return ok(NAME, 'It lets us in. To see a mail arrive: donation-royale doctor --mail ADDRESS')
    }
    await sendMail(config, to)
    return ok(NAME, `It has taken a mail to ${to}. See that it arrives, and not as spam.`)
  } catch (error) {
    const reason = describeReason(error)
    return trouble(
      NAME,
      `It does not take our mail (${reason}). Check SMTP_URL and the mail server.`,
    )
  }
}

async function sendMail({ publicUrl, smtpUrl, dataDir }: Config, to: string): Promise<void> {
  const mailer = openMailer({ publicUrl, smtpUrl, folder: `${dataDir}/mail` })
  try {
    await mailer.send({
      key: `doctor-${randomUUID()}`,
      to,
      subject: 'Mail from your Donation Royale arrives',
      text: `This mail was sent by 'donation-royale doctor' of ${publicUrl}.\n`,
      writtenAt: Date.now(),
    })
  } finally {
    await mailer.close()
  }
}
