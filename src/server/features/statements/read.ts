import type { Database } from '#server/infra/database/database.ts'
import type { PaymentProvider, UnreadableItem } from '#server/payments/provider.ts'
import type { Span, StatementLine } from '#server/payments/reading/statement.ts'
import type { Checkouts } from '#server/features/checkouts/checkouts.ts'
import { findRecordedCapture, findOwnersOf } from '#server/features/ledger/ledger.ts'
import { findKeptOwners, storeLines, type LineRow, type StatementName } from './store.ts'

/** The most items that a sentence names. */
const MAX_NAMED = 3

/** The result of reading a statement, besides our own lines, which are stored. */
export interface Reading {
  /** The number of lines of other software. */
  foreignLines: number
  unreadable: { count: number; named: UnreadableItem[] }
  /** Types of the provider's that we do not know, in lines that moved money of ours. */
  unknownTypes: Set<string>
  /** The time up to which the provider's statement is complete; Infinity if it does not say. */
  completeUntil: number
}

export interface ReadDeps {
  database: Database
  checkouts: Pick<Checkouts, 'isOurs'>
}

/**
 * Reads a statement page by page, and stores the lines of our payments. Fails if the provider does.
 */
export async function readStatement(
  deps: ReadDeps,
  provider: PaymentProvider,
  span: Span,
): Promise<Reading> {
  const reading: Reading = {
    foreignLines: 0,
    unreadable: { count: 0, named: [] },
    unknownTypes: new Set(),
    completeUntil: Infinity,
  }
  for await (const { items, unreadable, completeUntil } of provider.statement.read(span)) {
    const rows = await toOwnRows(deps, provider, items)
    await deps.database.write(storeLines, rows)
    for (const { kind, type, gross_cents } of rows) {
      if (kind === 'other' && gross_cents !== 0) reading.unknownTypes.add(type)
    }
    reading.foreignLines += items.length - rows.length
    reading.unreadable.count += unreadable.length
    reading.unreadable.named.push(
      ...unreadable.slice(0, MAX_NAMED - reading.unreadable.named.length),
    )
    reading.completeUntil = Math.min(reading.completeUntil, completeUntil)
  }
  return reading
}

async function toOwnRows(
  deps: ReadDeps,
  { name, livemode }: PaymentProvider,
  lines: readonly StatementLine[],
): Promise<LineRow[]> {
  const statement: StatementName = { provider: name, livemode: livemode ? 1 : 0 }
  const owners = await findOwners(deps, statement, lines)
  const rows = new Map<string, LineRow>()
  // The oldest first, since a later line may name an earlier one instead of its payment.
  for (const line of lines.toSorted((a, b) => a.at - b.at)) {
    const checkoutId = findOwner(owners, line) ?? (await findClaimed(deps, line))
    if (checkoutId === undefined) continue
    if (line.objectId !== null) owners.set(line.objectId, checkoutId)
    rows.set(line.id, toRow(statement, checkoutId, line))
  }
  return [...rows.values()]
}

async function findOwners(
  { database: { reader } }: ReadDeps,
  statement: StatementName,
  lines: readonly StatementLine[],
): Promise<Map<string, string>> {
  const named = lines.flatMap(({ captureId, objectId }) => [captureId, objectId])
  const ids = [...new Set(named)].filter((id) => id !== null)
  const kept = await findKeptOwners(reader, statement, ids)
  return new Map([...kept, ...(await findOwnersOf(reader, statement, ids))])
}

function findOwner(
  owners: ReadonlyMap<string, string>,
  { captureId, objectId }: StatementLine,
): string | undefined {
  return owners.get(captureId ?? '') ?? owners.get(objectId ?? '')
}

/**
 * Returns the checkout that a line of an unknown payment names. Without our mark anybody may have
 * written it, so it must not name a checkout with another payment.
 */
async function findClaimed(
  { database, checkouts }: ReadDeps,
  { claim }: StatementLine,
): Promise<string | undefined> {
  if (claim === null || !(await checkouts.isOurs(claim))) return undefined
  if (claim.isMarked) return claim.checkoutId
  const recorded = await findRecordedCapture(database.reader, claim.checkoutId)
  return recorded === undefined ? claim.checkoutId : undefined
}

function toRow(statement: StatementName, checkoutId: string, line: StatementLine): LineRow {
  return {
    ...statement,
    line_id: line.id,
    checkout_id: checkoutId,
    object_id: line.objectId,
    kind: line.kind,
    type: line.type,
    at: line.at,
    gross_cents: line.grossCents,
    fee_cents: line.feeCents,
    net_cents: line.netCents,
    currency: line.currency,
  }
}
