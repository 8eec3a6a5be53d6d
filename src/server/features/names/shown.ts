import type { Selectable } from 'kysely'
import { ANONYMOUS, HELD_NAME } from '#contract/stand-in-names.ts'
import type { OwnTexts } from '#contract/texts.ts'
import type { DonationTextsTable } from '#server/infra/database/schema/text-tables.ts'
import type { ShownTexts } from '#server/features/ledger/ledger.ts'

export type TextRow = Selectable<DonationTextsTable>

/** Returns what everybody sees of a donation: of texts that are held or hidden nothing. */
export function toShownTexts(row: TextRow): ShownTexts {
  const full = toApprovedTexts(row)
  if (full.name === null) return { name: null, message: null }
  if (row.hidden === 1) return { name: HELD_NAME, message: null }
  switch (row.state) {
    case 'clear':
    case 'approved':
      return full
    case 'name-approved':
      return { ...full, message: null }
    case 'pending':
    case 'flagged':
    case 'denied':
      return { name: row.anonymous === 1 ? ANONYMOUS : HELD_NAME, message: null }
  }
}

/** Returns what everybody would see of a donation if all of it was approved. */
export function toApprovedTexts(row: TextRow): ShownTexts {
  return {
    name: row.anonymous === 1 ? ANONYMOUS : findName(row),
    message: row.host_message === '' ? null : (row.host_message ?? row.message),
  }
}

/** Returns the texts of which screening decides: an anonymous donor's name is not among them. */
export function toScreened(
  row: Pick<TextRow, 'anonymous' | 'display_name' | 'given_name' | 'message' | 'amount_cents'>,
) {
  const name = row.anonymous === 1 ? null : (row.display_name ?? row.given_name)
  return { name, message: row.message, amountCents: row.amount_cents }
}

/** Returns the texts of a donation as its donor sees them. */
export function toOwnTexts(row: TextRow): OwnTexts {
  return {
    displayName: row.display_name,
    anonymous: row.anonymous === 1,
    message: row.message,
    state: toOwnState(row),
  }
}

function toOwnState(row: TextRow): OwnTexts['state'] {
  if (row.hidden === 1) return 'hidden'
  switch (row.state) {
    case 'clear':
    case 'approved':
      return 'shown'
    case 'name-approved':
      return row.message === null ? 'shown' : 'message-declined'
    case 'pending':
    case 'flagged':
      return 'waiting'
    case 'denied':
      return 'declined'
  }
}

/** Returns the name in mails to the donor; null for none, as for one that was denied. */
export function toGreetingName(row: TextRow): string | null {
  return row.state === 'denied' ? null : (row.display_name ?? row.given_name)
}

function findName({ host_name, display_name, given_name }: TextRow): string | null {
  return host_name ?? display_name ?? given_name
}
