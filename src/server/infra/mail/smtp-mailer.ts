import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { composeMail } from './compose-mail.ts'
import { MailRefusedError, type Mailer } from './mailer.ts'
import type { Sender } from './sender.ts'

const CONNECTIONS = 5
/** How long the mail server may take for each of its answers. */
const ANSWER_TIMEOUT_MS = 10_000
/** How long it may take for a message; one that trickles its answers ends here. */
const MESSAGE_TIMEOUT_MS = 20_000

export interface SmtpMailerOptions {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  url: string
  sender: Sender
  answerTimeoutMs?: number
  messageTimeoutMs?: number
}

/** Sends by a mail server, over a few connections that are kept for a while. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { url, sender, messageTimeoutMs = MESSAGE_TIMEOUT_MS } = options
  const timeoutMs = options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // A message that was cut off is repeated by whoever sends it; once covers a stale connection.
    maxRequeues: 1,
    requireTLS: wouldBareSecrets(new URL(url)),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  return {
    send: async (mail) => {
      const message = composeMail(mail, sender)
      try {
        await transport.sendMail({ ...message, signal: AbortSignal.timeout(messageTimeoutMs) })
      } catch (error) {
        throw toFailure(error)
      }
    },
    close: async () => transport.close(),
  }
}

/** Without TLS the password would cross a network in the clear. */
function wouldBareSecrets({ protocol, password, hostname }: URL): boolean {
  return protocol === 'smtp:' && password !== '' && !isLoopback(hostname)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}

const replySchema = z.object({ command: z.string(), response: z.string() })

const REPLY = /^(?<code>\d{3})(?:[ -](?<enhanced>\d\.(?<subject>\d{1,3})\.\d{1,3}))?/

/** A server's words about a recipient may repeat the address, so only its codes are passed on. */
function toFailure(error: unknown): Error {
  const reply = replySchema.safeParse(error).data
  const groups = reply && REPLY.exec(reply.response)?.groups
  if (reply === undefined || groups === undefined) {
    return new Error(error instanceof Error ? error.message : 'The mail server failed.')
  }
  const { code = '', enhanced, subject } = groups
  const reason = [`${reply.command}:`, code, enhanced].filter(Boolean).join(' ')
  const isRefused = reply.command === 'RCPT TO' && isAboutMailbox(code, subject)
  return isRefused ? new MailRefusedError(reason) : new Error(reason)
}

/**
 * Whether a reply says that there is no such mailbox, or none that takes mail. A permanent reply
 * for another reason, such as a policy, is about us: the host can mend it while the message waits.
 * https://www.rfc-editor.org/rfc/rfc3463#section-3
 */
function isAboutMailbox(code: string, subject: string | undefined): boolean {
  if (!code.startsWith('5')) return false
  return subject === undefined ? ['550', '551', '553'].includes(code) : /^[12]$/.test(subject)
}
