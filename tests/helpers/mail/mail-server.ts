import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { freePort } from '../network/free-port.ts'
import { readMail, type ReceivedMail } from './received-mail.ts'

/** All mails that a mail server has received, in order, each with its recipients. */
export type Mailbox = (ReceivedMail & { recipients: string[] })[]

/** A real mail server on a port of its own. */
export interface MailServer {
  /** The server's URL, without a user. */
  url: string
  port: number
  mailbox: Mailbox
  close(): Promise<void>
}

export interface MailServerOptions {
  /** The port to listen on; any free port by default. */
  port?: number
  /**
   * Returns the response that refuses a recipient, such as `550 5.1.1 No such user`, or undefined.
   */
  refuse?: (address: string) => string | undefined
  /** The one account; without it everybody may send. */
  account?: { user: string; password: string }
  /** True if the server sends nothing after its greeting. */
  isStuck?: boolean
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mailbox: Mailbox = []
  const server = new SMTPServer(toSettings(options, mailbox))
  // Some tests close the connection in the middle of a mail.
  server.on('error', () => {})
  const port = options.port ?? (await freePort())
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mailbox,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function toSettings(
  { refuse, account, isStuck = false }: MailServerOptions,
  mailbox: Mailbox,
): SMTPServerOptions {
  return {
    disabledCommands: ['STARTTLS'],
    authOptional: account === undefined,
    closeTimeout: 20,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === account?.user && password === account?.password
        ? done(null, { user: username })
        : done(new Error('Wrong password')),
    onMailFrom: (_address, _session, done) => {
      if (!isStuck) done()
    },
    onRcptTo: ({ address }, _session, done) => {
      const reply = refuse?.(address)
      if (reply === undefined) return done()
      const [, code, words] = /^(\d{3}) (.*)$/s.exec(reply) ?? []
      done(Object.assign(new Error(words), { responseCode: Number(code) }))
    },
    onData: (stream, { envelope }, done) => {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      let raw = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => void (raw += chunk))
      stream.on('end', () => {
        mailbox.push({ ...readMail(raw), recipients })
        done()
      })
    },
  }
}
