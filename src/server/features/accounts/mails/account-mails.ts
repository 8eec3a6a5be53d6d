import { randomUUID } from 'node:crypto'
import type { Campaign } from '#contract/campaign.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { AccountMailKind } from '#server/infra/database/schema/account-tables.ts'
import { toHtml, toText, type Letter } from '#server/infra/mail/letter.ts'
import type { AccountUser } from '../account-user.ts'
import type { LetterContext } from './letters.ts'
import type { MailPost } from './mail-post.ts'
import { mailboxOf } from './mailbox.ts'
import { claimMail } from '../store.ts'

/** Queues mails about accounts; callers do not wait until one is sent. */
export interface AccountMails {
  /** Counts a mail that anybody may ask for against its limits; false if it must not be sent. */
  claim(kind: AccountMailKind, user: AccountUser, to?: string): Promise<boolean>
  /** Sends a mail to an address. */
  send(to: string, write: (context: LetterContext) => Letter): void
  /** Sends a mail to an account if its address is confirmed. */
  notify(user: AccountUser, write: (context: LetterContext) => Letter): void
}

export interface AccountMailsDeps {
  database: Database
  post: Pick<MailPost, 'send'>
  publicUrl: string
  /** The campaign that a mail is sent for, as it is then. */
  campaign: { readonly current: Pick<Campaign, 'title'> }
  clock: () => number
}

export function createAccountMails(deps: AccountMailsDeps): AccountMails {
  const { database, post, publicUrl, campaign, clock } = deps
  const send: AccountMails['send'] = (to, write) => {
    const letter = write({ publicUrl, title: campaign.current.title })
    post.send({
      key: `account-${randomUUID()}`,
      to,
      subject: letter.subject,
      senderName: letter.title,
      text: toText(letter),
      html: toHtml(letter),
      writtenAt: clock(),
    })
  }
  return {
    claim: (kind, { id, email }, to = email) =>
      database.write(claimMail, { kind, email: mailboxOf(to), userId: id, now: clock() }),
    send,
    notify: ({ email, emailVerified }, write) => {
      if (emailVerified) send(email, write)
    },
  }
}
