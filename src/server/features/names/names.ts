import type { Writer } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { ConfirmedCapture } from '#server/features/ledger/ledger.ts'
import { NO_CHOICE, type ChosenTexts } from './chosen-texts.ts'
import { screen, type ScreeningRules } from './screening/screen.ts'
import { toScreened, toShownTexts, type TextRow } from './shown.ts'
import { countTextChange } from './text-head.ts'
import { findTextsOf, readScreening } from './text-reads.ts'

/** A capture whose `name` is the payer's given name, with what its donor chose to have shown. */
export interface TextedCapture extends ConfirmedCapture {
  texts?: ChosenTexts
}

/** Captures with what everybody may see of them, and the rows of their texts by checkout. */
interface ScreenedCaptures {
  captures: ConfirmedCapture[]
  rows: Map<string, TextRow>
}

/** Screens the texts of captures before they are recorded; see `insertTexts`. */
export async function screenCaptures(
  writer: Writer,
  captures: readonly TextedCapture[],
): Promise<ScreenedCaptures> {
  if (captures.length === 0) return { captures: [], rows: new Map() }
  const rules = await readScreening(writer)
  const rows = new Map<string, TextRow>()
  const shown = captures.map(({ texts = NO_CHOICE, ...capture }) => {
    const row = toRow(capture, texts, rules)
    if (isPlain(row)) return capture
    rows.set(capture.checkoutId, row)
    return { ...capture, ...toShownTexts(row) }
  })
  return { captures: shown, rows }
}

/** Inserts the texts of those checkouts whose capture was recorded as a new donation. */
export async function insertTexts(
  writer: Writer,
  rows: ScreenedCaptures['rows'],
  checkoutIds: readonly string[],
): Promise<void> {
  const fresh = checkoutIds.flatMap((id) => rows.get(id) ?? [])
  if (fresh.length === 0) return
  await insertRows(writer, 'donation_texts', fresh)
  await countTextChange(writer)
}

/**
 * Counts a change of texts if money of a donation that has some has moved: the hosts who decide about
 * them read how much of it is left.
 */
export async function countMovedTexts(
  writer: Writer,
  donationIds: readonly string[],
): Promise<void> {
  const texts = await findTextsOf(writer, donationIds)
  if (texts.size > 0) await countTextChange(writer)
}

/** Returns whether a donation shows the payer's given name, and so needs no row. */
function isPlain(row: TextRow): boolean {
  const isChosen = row.display_name !== null || row.anonymous === 1 || row.message !== null
  return !isChosen && row.state === 'clear'
}

function toRow(
  { donationId, userId, livemode, amountCents, name, timestamp }: ConfirmedCapture,
  { displayName, anonymous, message }: ChosenTexts,
  rules: ScreeningRules,
): TextRow {
  const texts = {
    amount_cents: amountCents,
    given_name: name,
    display_name: displayName,
    anonymous: anonymous ? (1 as const) : (0 as const),
    message,
  }
  const { state, reasons } = screen(toScreened(texts), rules)
  return {
    donation_id: donationId,
    user_id: userId,
    livemode,
    ...texts,
    host_name: null,
    host_message: null,
    hidden: 0,
    state,
    reasons: JSON.stringify(reasons),
    revision: 1,
    edited_revision: 1,
    updated_at: timestamp,
  }
}

export { NO_CHOICE, type ChosenTexts } from './chosen-texts.ts'
export { cleanText, describeTooLong } from './clean-text.ts'
export { toOwnDonation, toShownToDonor } from './own-donation.ts'
export { createResolveChoice, type ResolveChoice } from './resolve-choice.ts'
export { toApprovedTexts, toGreetingName, toShownTexts, type TextRow } from './shown.ts'
export { eraseTestTexts } from './test-texts.ts'
export { findTextsOf } from './text-reads.ts'
export { readScreening } from './text-reads.ts'
export { screen } from './screening/screen.ts'
export { createLookAlike, toNameKey } from './screening/name-key.ts'
export { readPresenceMark } from './moderation/presence.ts'
export { readTextVersion } from './text-head.ts'
