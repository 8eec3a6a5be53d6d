import { parentPort, workerData } from 'node:worker_threads'
import { createFileMailer } from './file-mailer.ts'
import type { Mail, Mailer } from './mailer.ts'
import type { Sender } from './sender.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** The settings of the thread that sends mail. */
export interface MailThreadData {
  /** The mail server; undefined to store each message as a file. */
  smtpUrl: string | undefined
  /** The folder of such files. */
  folder: string
  sender: Sender
}

/** The messages of one tick of the main thread. */
export interface MailBatch {
  mails: { id: number; mail: Mail }[]
}

/** The end of one message. */
export interface MailResult {
  id: number
  /** Undefined if the receiver has taken responsibility for it. */
  failure?: { name: string; message: string }
}

/** Sends what the main thread posts, until it posts 'close'. Runs in a thread of its own. */
export function serveMails(): void {
  const port = parentPort
  if (port === null) throw new Error('Mails are sent in a thread of their own.')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `createThreadMailer` sets it
  const mailer = openThreadMailer(workerData as MailThreadData)
  let tick: MailResult[] = []
  const post = (result: MailResult) => {
    tick.push(result)
    if (tick.length > 1) return
    setImmediate(() => {
      port.postMessage(tick)
      tick = []
    })
  }
  port.on('message', (message: MailBatch | 'close') => {
    if (message === 'close') void mailer.close().finally(() => process.exit())
    else for (const { id, mail } of message.mails) void deliver(mailer, id, mail).then(post)
  })
}

function openThreadMailer({ smtpUrl, folder, sender }: MailThreadData): Mailer {
  return smtpUrl === undefined
    ? createFileMailer({ folder, sender })
    : createSmtpMailer({ url: smtpUrl, sender })
}

async function deliver(mailer: Mailer, id: number, mail: Mail): Promise<MailResult> {
  try {
    await mailer.send(mail)
    return { id }
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    return { id, failure: { name, message } }
  }
}
