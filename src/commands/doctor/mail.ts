import { randomUUID } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { describeReason } from '#server/infra/state-log.ts'
import { openMailer } from '#server/infra/mail/open-mailer.ts'
import { ok, trouble, unknown, type Finding } from './finding.ts'

const NAME = 'Mail server'

/**
 * Logs in at the mail server; sends a mail only if an address is given. Without a mail server that
 * mail is a file, as every mail is.
 */
export async function checkMailServer(config: Config, to: string | undefined): Promise<Finding> {
  const { smtpUrl } = config
  return smtpUrl === undefined ? checkFolder(config, to) : checkSmtp(config, smtpUrl, to)
}

async function checkFolder(config: Config, to: string | undefined): Promise<Finding> {
  const { payments, dataDir } = config
  const folder = `${dataDir}/mail`
  const sentence = `SMTP_URL is not set, so each mail is a file in ${folder}, and nobody gets it.`
  try {
    const written =
      to === undefined ? '' : ` The one to ${to} is ${folder}/${await sendMail(config, to)}.eml.`
    const told = `${sentence}${written}`
    if (payments === 'sandbox') return ok(NAME, `${told} That will do for the sandbox.`)
    const remedy = 'Set SMTP_URL: accounts are confirmed, and passwords reset, by mail.'
    return (payments === 'live' ? trouble : unknown)(NAME, `${told} ${remedy}`)
  } catch (error) {
    const reason = describeReason(error)
    return trouble(NAME, `${sentence} The one to ${to} could not be written (${reason}).`)
  }
}

async function checkSmtp(
  config: Config,
  smtpUrl: string,
  to: string | undefined,
): Promise<Finding> {
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

/** Sends a mail, or writes it as a file; returns its key. */
async function sendMail({ publicUrl, smtpUrl, dataDir }: Config, to: string): Promise<string> {
  const key = `doctor-${randomUUID()}`
  const mailer = openMailer({ publicUrl, smtpUrl, folder: `${dataDir}/mail` })
  try {
    await mailer.send({
      key,
      to,
      subject: 'Mail from your Donation Royale arrives',
      text: `This mail was sent by 'donation-royale doctor' of ${publicUrl}.\n`,
      writtenAt: Date.now(),
    })
    return key
  } finally {
    await mailer.close()
  }
}
