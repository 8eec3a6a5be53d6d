import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readMail, type ReceivedMail } from '../mail/received-mail.ts'

/** The time after which a wait counts as stuck, however slow the machine is. */
const TIMEOUT_MS = 60_000

/** Lists the mails about accounts that a server has put into its data folder for an address. */
export function listAccountMails(dataDir: string, email: string): ReceivedMail[] {
  const folder = join(dataDir, 'mail')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith('account-') && name.endsWith('.eml'))
    .map((name) => readMail(readFileSync(join(folder, name), 'utf8')))
    .filter(({ headers }) => headers.get('to') === email)
}

/** Waits for a mail with that subject. */
export function waitForMail(
  dataDir: string,
  email: string,
  subject: string,
): Promise<ReceivedMail> {
  return waitFor(`a mail "${subject}" to ${email}`, () =>
    listAccountMails(dataDir, email).find(({ headers }) => headers.get('subject') === subject),
  )
}

/** Waits for the mail with a link that does `action`, and returns the link's token. */
export function readToken(dataDir: string, email: string, action: string): Promise<string> {
  const pattern = new RegExp(`#${action}=([\\w-]+)`)
  return waitFor(`a link #${action} to ${email}`, () =>
    listAccountMails(dataDir, email)
      .map(({ text }) => pattern.exec(text)?.[1])
      .find((token) => token !== undefined),
  )
}

/** Finds the link in a mail that carries a token in its fragment. */
export function findLink({ text }: ReceivedMail): string {
  const link = /https?:\/\/\S+#[\w-]+=[\w.~-]+/.exec(text)?.[0]
  if (link === undefined) throw new Error(`There is no link in: ${text}`)
  return link
}

/** Waits without the wait functions of a test runner, so that it works in all of them. */
async function waitFor<Value>(what: string, find: () => Value | undefined): Promise<Value> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`There is not ${what}.`)
    await pause(20)
  }
}
