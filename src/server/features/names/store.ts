import type { TextChoice } from '#contract/texts.ts'
import { writeEach, type Reader, type Writer } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  findDonation,
  lockBoard,
  setShownTexts,
  type OwnedDonation,
} from '#server/features/ledger/ledger.ts'
import { screen, type Screening } from './screening/screen.ts'
import { toScreened, toShownTexts, type TextRow } from './shown.ts'
import { countTextChange } from './text-head.ts'
import { findTextsOf, readScreening } from './text-reads.ts'

/** Sets the display name of an account's profile; null for none. */
export const setProfileName = writeEach(
  'names.set-profile',
  async (writer, input: { userId: string; displayName: string | null; at: number }) => {
    const profile = { display_name: input.displayName, updated_at: input.at }
    await writer
      .insertInto('profiles')
      .values({ user_id: input.userId, ...profile })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile))
      .execute()
    return null
  },
)

interface OwnChange {
  donationId: string
  userId: string
  livemode: Livemode
  choice: TextChoice
  at: number
}

/**
 * Changes the texts of one's own donation, and screens them again. Returns whether there is such a
 * donation of this user.
 */
export const changeOwnTexts = writeEach(
  'names.change-own',
  async (writer, { donationId, userId, livemode, choice, at }: OwnChange): Promise<boolean> => {
    await lockBoard(writer)
    const donation = await findDonation(writer, donationId)
    if (donation?.userId !== userId || donation.livemode !== livemode) return false
    const row = await requireTextRow(writer, donation, at)
    const chosen = withChoice(row, choice)
    if (isSame(row, chosen)) return true
    const { state, reasons } = await screenAgain(writer, chosen)
    const revision = row.revision + 1
    await updateTexts(writer, {
      ...chosen,
      // The host's own words were about the texts before.
      host_name: null,
      host_message: null,
      state,
      reasons: JSON.stringify(reasons),
      revision,
      edited_revision: revision,
      updated_at: at,
    })
    return true
  },
)

/** Returns the texts of a donation; inserts a row for one that shows only the payer's given name. */
export async function requireTextRow(
  writer: Writer,
  donation: OwnedDonation,
  at: number,
): Promise<TextRow> {
  const known = (await findTextsOf(writer, [donation.id])).get(donation.id)
  if (known !== undefined) return known
  const row: TextRow = {
    donation_id: donation.id,
    user_id: donation.userId,
    livemode: donation.livemode,
    amount_cents: donation.amountCents,
    given_name: donation.name,
    display_name: null,
    anonymous: 0,
    message: null,
    host_name: null,
    host_message: null,
    hidden: 0,
    state: 'clear',
    reasons: '[]',
    revision: 1,
    edited_revision: 1,
    updated_at: at,
  }
  await writer.insertInto('donation_texts').values(row).execute()
  return row
}

/** Stores the texts of a donation, and has the board show what everybody may see of them. */
export async function updateTexts(writer: Writer, row: TextRow): Promise<void> {
  const { donation_id: id, ...values } = row
  await writer.updateTable('donation_texts').set(values).where('donation_id', '=', id).execute()
  await setShownTexts(writer, id, { ...toShownTexts(row), at: row.updated_at })
  await countTextChange(writer)
}

function withChoice(row: TextRow, { displayName, anonymous, message }: TextChoice): TextRow {
  return {
    ...row,
    ...(displayName !== undefined && { display_name: displayName }),
    ...(anonymous !== undefined && { anonymous: anonymous ? (1 as const) : (0 as const) }),
    ...(message !== undefined && { message }),
  }
}

function isSame(row: TextRow, chosen: TextRow): boolean {
  return (
    row.display_name === chosen.display_name &&
    row.anonymous === chosen.anonymous &&
    row.message === chosen.message
  )
}

/** Screens changed texts. After a correction by the host, they wait for the host in every mode. */
async function screenAgain(writer: Writer, row: TextRow): Promise<Screening> {
  const texts = toScreened(row)
  const screening = screen(texts, await readScreening(writer))
  const isVisible = texts.name !== null || texts.message !== null
  if (screening.state !== 'clear' || !isVisible) return screening
  if (!(await wasCorrected(writer, row.donation_id))) return screening
  return { state: 'pending', reasons: [{ cause: 'corrected', field: null, match: null }] }
}

async function wasCorrected(reader: Reader, donationId: string): Promise<boolean> {
  const correction = await reader
    .selectFrom('text_decisions')
    .select('id')
    .where('donation_id', '=', donationId)
    .where('action', 'in', ['deny', 'approve-name', 'rename', 'edit', 'hide'])
    .limit(1)
    .executeTakeFirst()
  return correction !== undefined
}
