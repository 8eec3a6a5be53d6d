import type { SendMailOptions } from 'nodemailer'
import { z } from 'zod'
import { MailRefusedError, type Mail } from './mailer.ts'
import type { Sender } from './sender.ts'

const KEY = /^[\w-]{1,200}$/

const address = z.email()

/**
 * Returns the message as nodemailer takes it. nodemailer folds line breaks in headers away, but in
 * an address they would make another address, so they are rejected here.
 */
export function composeMail(mail: Mail, sender: Sender): SendMailOptions {
  const { key, to, subject, senderName, text, html, endUrl, writtenAt } = mail
  if (!KEY.test(key)) throw new Error('This is no name for a message.')
  if (!address.safeParse(to).success) throw new MailRefusedError('not an e-mail address')
  return {
    from: { name: senderName ?? sender.name, address: sender.address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: new Date(writtenAt),
    messageId: `<${key}@${sender.host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...toEndHeaders(endUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * Returns the headers with which mail programs offer to end such messages by one click.
 * https://www.rfc-editor.org/rfc/rfc8058
 */
function toEndHeaders(endUrl: string | undefined): Record<string, string> {
  if (endUrl === undefined) return {}
  return {
    'List-Unsubscribe': `<${endUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
