import type Stripe from 'stripe'
import { z } from 'zod'
import { readEach } from '../reading/listing.ts'
import type { StatementLine, StatementPage, StatementSource, Span } from '../reading/statement.ts'
import { readMetadata } from './claims.ts'
import { ask } from './failures.ts'
import { idSchema, metadataSchema } from './schemas.ts'
import type { NoteUnknown } from '../failures/unknown-values.ts'

/** The largest page that Stripe returns. */
const PAGE = 100

/**
 * The time after which a line is on the statement. Stripe writes it together with its object; its
 * lists show it a moment later.
 */
const LATE_BY_MS = 60 * 60 * 1000

/** The name of the permission, for the probe and for the host's message when it is missing. */
export const STRIPE_STATEMENT = {
  what: 'read balance transactions',
  remedy: 'give it "Balance: read" and "Balance transaction sources: read"',
}

/** Creates the statement source on Stripe's balance transactions. */
export function createStripeStatement(
  stripe: Stripe,
  { ownIds, note }: { ownIds: ReadonlySet<string>; note: NoteUnknown },
): StatementSource {
  return {
    label: 'Stripe',
    lateByMs: LATE_BY_MS,
    mayOmitHolds: false,
    denial: `the key may not ${STRIPE_STATEMENT.what}; ${STRIPE_STATEMENT.remedy}`,
    read: (span) => readPages(stripe, span, (line) => toLine(line, ownIds, note)),
  }
}

async function* readPages(
  stripe: Stripe,
  { from, to }: Span,
  read: (line: unknown) => StatementLine,
): AsyncGenerator<StatementPage> {
  const created = { gte: Math.floor(from / 1000), lt: Math.ceil(to / 1000) }
  const list = stripe.balanceTransactions.list({ created, limit: PAGE, expand: ['data.source'] })
  const lines: AsyncIterator<unknown, unknown> = list[Symbol.asyncIterator]()
  for (;;) {
    const page = await ask(() => takePage(lines))
    if (page.length === 0) return
    yield { ...readEach(page, read), completeUntil: Infinity }
  }
}

async function takePage(lines: AsyncIterator<unknown, unknown>): Promise<unknown[]> {
  const page: unknown[] = []
  while (page.length < PAGE) {
    const next = await lines.next()
    if (next.done === true) break
    page.push(next.value)
  }
  return page
}

/** The object of a line; only its id if the key may not read it. */
const sourceSchema = z
  .union([
    z.string().transform((id) => ({ id, object: nameObject(id) })),
    z.object({
      id: z.string(),
      object: z.string(),
      charge: idSchema,
      metadata: metadataSchema,
      status: z.string().nullish(),
    }),
  ])
  .nullish()

type Source = z.infer<typeof sourceSchema>

const lineSchema = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  /** Unix seconds. */
  created: z.int(),
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  currency: z.string().length(3),
  source: sourceSchema,
})

const PREFIXES: Record<string, string> = {
  ch: 'charge',
  py: 'charge',
  re: 'refund',
  pyr: 'refund',
  dp: 'dispute',
  du: 'dispute',
}

function nameObject(id: string): string {
  return PREFIXES[id.split('_')[0] ?? ''] ?? 'other'
}

/** The kinds by type, https://docs.stripe.com/reports/balance-transaction-types. */
const KINDS: Record<string, StatementLine['kind']> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  payment_failure_refund: 'refund',
  payment_reversal: 'refund',
  refund_failure: 'refund',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
}

function toLine(line: unknown, ownIds: ReadonlySet<string>, note: NoteUnknown): StatementLine {
  const { id, type, created, amount, fee, net, currency, source } = lineSchema.parse(line)
  const named = nameSource(source, ownIds)
  const kind = KINDS[type] ?? toAdjusted(type, source)
  if (kind === 'other' && named.objectId !== null) note('balance transaction type', type)
  const cents = isUnderWay(kind, source)
    ? NOTHING
    : { grossCents: amount, feeCents: fee, netCents: net }
  return {
    id,
    at: created * 1000,
    kind,
    type,
    ...named,
    ...(kind === 'fee' ? toFee(cents) : cents),
    currency: currency.toUpperCase(),
  }
}

const NOTHING = { grossCents: 0, feeCents: 0, netCents: 0 }

/** Returns the amounts of a fee with its own line, which moves nothing of the payment. */
function toFee({ netCents }: { netCents: number }): typeof NOTHING {
  return { grossCents: 0, feeCents: netCents === 0 ? 0 : -netCents, netCents }
}

/** Returns the kind of an adjustment, by its object. */
function toAdjusted(type: string, source: Source): StatementLine['kind'] {
  if (type !== 'adjustment') return 'other'
  if (source?.object === 'dispute') return 'dispute'
  return source?.object === 'refund' ? 'refund' : 'other'
}

/**
 * Returns whether a line's payment is pending: a bank debit is on the statement from its first day,
 * and may fail a week later.
 */
function isUnderWay(kind: StatementLine['kind'], source: Source): boolean {
  if (kind !== 'payment' || typeof source !== 'object' || source === null) return false
  return 'status' in source && source.status === 'pending'
}

function nameSource(
  source: Source,
  ownIds: ReadonlySet<string>,
): Pick<StatementLine, 'captureId' | 'objectId' | 'claim'> {
  const { id, object } = source ?? { id: null, object: 'other' }
  if (object === 'charge') {
    const metadata = source && 'metadata' in source ? source.metadata : undefined
    return { captureId: id, objectId: id, claim: readMetadata(metadata, ownIds) ?? null }
  }
  if (object !== 'refund' && object !== 'dispute') return NAMELESS
  const captureId = source && 'charge' in source ? source.charge : null
  return { captureId, objectId: id, claim: null }
}

const NAMELESS = { captureId: null, objectId: null, claim: null }
