import type { SendMailOptions } from 'nodemailer'
import * as base64 from 'nodemailer/lib/base64'
import MailComposer from 'nodemailer/lib/mail-composer'
import * as quotedPrintable from 'nodemailer/lib/qp'

type Part = ReturnType<MailComposer['compile']>

/**
 * Returns the bytes of a message of texts, with line ends as in mail: those that nodemailer's own
 * `build()` gives, at a quarter of its cost, since it passes each part through five streams.
 */
export function renderMail(message: SendMailOptions): Buffer {
  const text = renderPart(new MailComposer(message).compile())
  const ended = text.endsWith('\n') ? text : `${text}\r\n`
  return Buffer.from(ended.replaceAll(/(?<!\r)\n/g, '\r\n'))
}

function renderPart(part: Part): string {
  const encoding = part.getTransferEncoding()
  // Sets whether the part has others, and their boundary.
  const headers = part.buildHeaders()
  const { multipart, boundary, childNodes, content } = part
  if (!multipart) return `${headers}\r\n\r\n${encode(content, encoding)}`
  const children = childNodes.map((child) => `--${boundary}\r\n${renderPart(child)}`)
  return `${headers}\r\n\r\n${children.join('\r\n')}\r\n--${boundary}--\r\n`
}

function encode(content: Part['content'], encoding: string | false): string {
  if (content === undefined) return ''
  if (typeof content !== 'string') throw new Error('A message consists of texts.')
  if (encoding === 'quoted-printable') {
    return quotedPrintable.wrap(quotedPrintable.encode(content))
  }
  return encoding === 'base64' ? base64.wrap(base64.encode(content)) : content
}
