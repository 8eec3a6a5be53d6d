import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import type { Database } from '#server/infra/database/database.ts'
import { toHtml, toText } from '#server/infra/mail/letter.ts'
import type { Mail } from '#server/infra/mail/mailer.ts'
import { createDonationReader } from './receipt-donation.ts'
import type { MailRow } from './store.ts'
import { writeReceipt } from './wording.ts'

export interface MailDeps {
  database: Database
  campaign: Pick<LiveCampaign, 'findAt'>
  publicUrl: string
}

/** Writes the message of a queued receipt to that address. */
export type WriteMail = (mail: MailRow, to: string) => Promise<Mail>

/** Creates the writer of receipts; those that are written in one turn share their queries. */
export function createMailWriter({ database, campaign, publicUrl }: MailDeps): WriteMail {
  const readDonation = createDonationReader(database.reader)
  return async (mail, to) => {
    const { name, donatedAt, ...donation } = await readDonation(mail.donation_id)
    const letter = writeReceipt({
      kind: mail.kind,
      amountCents: mail.amount_cents,
      ...donation,
      donationId: mail.donation_id,
      donorName: name,
      isLive: mail.livemode === 1,
      // A copy tells the time of the donation, not its own.
      bookedAt: mail.kind === 'donation' ? (donatedAt ?? mail.created_at) : mail.created_at,
      boardUrl: publicUrl,
      campaign: await campaign.findAt(mail.created_at),
    })
    return {
      key: mail.message_key,
      to,
      subject: letter.subject,
      senderName: letter.title,
      text: toText(letter),
      html: toHtml(letter),
      writtenAt: mail.created_at,
    }
  }
}
