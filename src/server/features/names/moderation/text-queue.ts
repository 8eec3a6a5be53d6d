import type { HostText, HostTexts, TextList } from '#contract/host/texts.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { findOwnedDonations } from '#server/features/ledger/ledger.ts'
import { findTextsOf } from '../text-reads.ts'
import type { TextRow } from '../shown.ts'
import { findDecidedLast, findLastDecisions } from './decision-reads.ts'
import { toHostText } from './host-text.ts'
import { countTexts, findTexts } from './queue-reads.ts'

const RECENT = 8

interface Query {
  state: TextList
  livemode: Livemode
  after: string | undefined
  limit: number
  /** The host who reads it. */
  readerId: string
}

/** Returns a page of a list of texts, the counts of all lists, and what was decided last. */
export async function readQueue(
  reader: Reader,
  { state, livemode, after, limit, readerId }: Query,
): Promise<HostTexts> {
  const rows = await findTexts(reader, { list: state, livemode, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const recentIds = await findDecidedLast(reader, RECENT)
  const known = await findTextsOf(reader, recentIds)
  const recent = recentIds.flatMap((id) => known.get(id) ?? [])
  return {
    texts: await toHostTexts(reader, page, readerId),
    next: rows.length > limit ? (page.at(-1)?.donation_id ?? null) : null,
    counts: await countTexts(reader, livemode),
    recent: await toHostTexts(
      reader,
      recent.filter((row) => row.livemode === livemode),
      readerId,
    ),
  }
}

/** Returns texts with their last decisions, and with the money that their donations have left. */
export async function toHostTexts(
  reader: Reader,
  rows: readonly TextRow[],
  readerId: string,
): Promise<HostText[]> {
  const ids = rows.map(({ donation_id }) => donation_id)
  const decisions = await findLastDecisions(reader, ids)
  const donations = await findOwnedDonations(reader, ids)
  return rows.map((row) =>
    toHostText(row, {
      decision: decisions.get(row.donation_id),
      leftCents: donations.get(row.donation_id)?.amountCents ?? 0,
      readerId,
    }),
  )
}
