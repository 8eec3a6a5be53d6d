import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { composeMail } from './compose-mail.ts'
import { CONNECTIONS, MailRefusedError, MailServerError, type Mailer } from './mailer.ts'
import type { Sender } from './sender.ts'

/** The longest wait for each of the mail server's replies. */
const ANSWER_TIMEOUT_MS = 10_000
/** The longest time for a whole message, for servers that send their replies bit by bit. */
const MESSAGE_TIMEOUT_MS = 20_000

export interface SmtpMailerOptions {
  /** `smtp://` or `smtps://`, with user and password if the server asks for them. */
  url: string
  sender: Sender
  answerTimeoutMs?: number
  messageTimeoutMs?: number
}

/** Creates a mailer for a mail server, over a few connections that are reused for a while. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { url, sender, messageTimeoutMs = MESSAGE_TIMEOUT_MS } = options
  const timeoutMs = options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS
  const transport = createTransport({
    ...toConnection(url, timeoutMs),
    pool: true,
    maxConnections: CONNECTIONS,
    // One retry covers a stale connection; the caller repeats a message that was cut off later.
    maxRequeues: 1,
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

/** Connects to the mail server and logs in; throws if it does not let us. */
export async function tryMailServer(url: string): Promise<void> {
  const transport = createTransport(toConnection(url, ANSWER_TIMEOUT_MS))
  try {
    await transport.verify()
  } catch (error) {
    throw toFailure(error)
  } finally {
    transport.close()
  }
}

function toConnection(url: string, timeoutMs: number) {
  return {
    url,
    requireTLS: wouldExposePassword(new URL(url)),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  }
}

/** Returns whether the password would cross a network without TLS. */
function wouldExposePassword({ protocol, password, hostname }: URL): boolean {
  return protocol === 'smtp:' && password !== '' && !isLoopback(hostname)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}

const replySchema = z.object({ command: z.string(), response: z.string() })

const REPLY = /^(?<code>\d{3})(?:[ -](?<enhanced>\d\.(?<subject>\d{1,3})\.\d{1,3}))?/

/** Converts an error of the server; keeps only its codes, as its text may repeat the address. */
function toFailure(error: unknown): Error {
  const reply = replySchema.safeParse(error).data
  const groups = reply && REPLY.exec(reply.response)?.groups
  if (reply === undefined || groups === undefined) {
    return new MailServerError(error instanceof Error ? error.message : 'It failed.')
  }
  const { code = '', enhanced, subject } = groups
  const reason = [`${reply.command}:`, code, enhanced].filter(Boolean).join(' ')
  if (reply.command === 'RCPT TO' && isAboutMailbox(code, subject)) {
    return new MailRefusedError(reason)
  }
  const isAboutMail = reply.command === 'RCPT TO' || reply.command === 'DATA'
  return isAboutMail ? new Error(reason) : new MailServerError(reason)
}

/**
 * Returns whether a reply says that there is no such mailbox, or that it takes no mail. A permanent
 * reply for another reason, such as a policy, is about us: the host can fix it while the message
 * waits. https://www.rfc-editor.org/rfc/rfc3463#section-3
 */
function isAboutMailbox(code: string, subject: string | undefined): boolean {
  if (!code.startsWith('5')) return false
  return subject === undefined ? ['550', '551', '553'].includes(code) : /^[12]$/.test(subject)
}
