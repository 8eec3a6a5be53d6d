import { parseDecimal } from '#contract/money.ts'
import type { Database } from '#server/infra/database/database.ts'
import { findAccountsByEmail } from '#server/features/accounts/accounts.ts'
import { findCheckouts, findCheckoutsNamed } from '#server/features/checkouts/checkouts.ts'
import { findCheckoutsOfObject } from '#server/features/ledger/ledger.ts'

/** The meaning of a search text: an amount, or anything that begins with it or is named by it. */
export type SearchText =
  | { grossCents: number }
  | { donationIds: string[]; checkoutIds: string[]; userIds: string[]; namePrefixes: string[] }

/** The most accounts of one search; a longer beginning of the e-mail finds fewer. */
const MAX_ACCOUNTS = 200

/** Returns the meaning of a search text; undefined for an empty one. */
export async function readSearchText(
  database: Database,
  text: string | undefined,
): Promise<SearchText | undefined> {
  if (text === undefined || text === '') return undefined
  const grossCents = parseDecimal(text.replace(/^\$\s*/, '').replaceAll(',', ''))
  if (grossCents !== undefined) return { grossCents }
  const { reader } = database
  const checkouts = [
    ...(await findCheckoutsNamed(reader, text)),
    ...(await findCheckouts(reader, await findCheckoutsOfObject(reader, text))),
  ]
  return {
    donationIds: checkouts.map(({ donation_id }) => donation_id),
    checkoutIds: checkouts.map(({ id }) => id),
    userIds: await findAccountsByEmail(database, text.toLowerCase(), MAX_ACCOUNTS),
    namePrefixes: toPrefixes(text),
  }
}

/**
 * Returns the prefixes of names in lower case. SQLite leaves letters other than A to Z as they are,
 * so a name may begin with a capital one.
 */
function toPrefixes(text: string): string[] {
  const lower = text.toLowerCase()
  const [first = ''] = lower
  return [
    ...new Set([lower, first.replace(/[^a-z]/, first.toUpperCase()) + lower.slice(first.length)]),
  ]
}
