import type { TextChoice } from '#contract/texts.ts'
import { NO_CHOICE } from '#server/features/names/names.ts'
import type { ConfirmedCapture } from '#server/features/ledger/ledger.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import type { TestApp, TestDonor } from './app.ts'
import { buildCapture, buildCheckout } from '../databases/builders.ts'

interface Gift {
  /** The payer's given name. */
  name?: string | null
  amountCents?: number
  texts?: TextChoice
  /** The movements of money that the donation has had since. */
  movements?: ConfirmedCapture['movements']
  donor?: TestDonor
}

/** Books a donation with texts, without a provider, and returns its id. */
export async function giveTexts(
  { database }: TestApp,
  { name = 'Ada', amountCents = 500, texts = {}, movements = [], donor }: Gift,
): Promise<string> {
  const userId = donor && (await findUserId(donor))
  const checkout = buildCheckout({
    amount_cents: amountCents,
    ...(userId !== undefined && { user_id: userId }),
  })
  await database.write(insertCheckouts, checkout)
  const { displayName = null, anonymous = false, message = null } = texts
  const choice = { ...NO_CHOICE, displayName, anonymous, message }
  await database.write(bookCaptures, {
    ...buildCapture(checkout, { name, movements }),
    texts: choice,
  })
  return checkout.donation_id
}

async function findUserId(donor: TestDonor): Promise<string> {
  const session = await donor.call({ url: '/api/auth/get-session' })
  return session.json<{ user: { id: string } }>().user.id
}
