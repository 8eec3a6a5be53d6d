import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects.ts'

/**
 * Adds the figures that the host reads: the ledger's sums by quarter of an hour and by donation,
 * and the indexes by which donations, payments and mails are searched.
 */
export async function addHostFigures(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await addLedgerSums(db)
  await addDonationSums(db, dialect)
  await addSearch(db, dialect)
  await sql`create index statement_lines_fees on statement_lines
    (livemode, provider, at, fee_cents) where currency = 'USD'`.execute(db)
}

async function addLedgerSums(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledger_sums')
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('entries', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_sums_key', ['livemode', 'starts_at', 'provider', 'kind'])
    .execute()
  await sql`insert into ledger_sums (livemode, starts_at, provider, kind, amount_cents, entries)
    select livemode, created_at - created_at % 900000, provider, kind, sum(amount_cents), count(*)
    from ledger_entries
    group by livemode, created_at - created_at % 900000, provider, kind`.execute(db)
}

async function addDonationSums(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('donation_sums')
    .addColumn('sequence', dialect.rowKey, (column) => column.primaryKey())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('timestamp', 'bigint', (column) => column.notNull())
    .addColumn('gross_cents', 'bigint', (column) => column.notNull())
    .addColumn('refunded_cents', 'bigint', (column) => column.notNull())
    .addColumn('disputed_cents', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .execute()
  await fillDonationSums(db)
  // Each index has all columns that a filter may name, so that no row is read for it.
  await sql`create index donation_sums_by_time on donation_sums
    (livemode, timestamp, sequence, provider, state, gross_cents)`.execute(db)
  await sql`create index donation_sums_by_amount on donation_sums
    (livemode, gross_cents, sequence, provider, state, timestamp)`.execute(db)
  await sql`create index donation_sums_changed on donation_sums
    (livemode, state, timestamp, sequence) where state <> 'paid'`.execute(db)
}

async function fillDonationSums(db: Kysely<unknown>): Promise<void> {
  await sql`insert into donation_sums
      (sequence, livemode, provider, timestamp, gross_cents, refunded_cents, disputed_cents, state)
    with moved as (
      select checkout_id,
        sum(case kind when 'refund' then amount_cents
          when 'refund_reversal' then -amount_cents else 0 end) as refunded,
        sum(case kind when 'dispute_open' then amount_cents
          when 'dispute_won' then -amount_cents else 0 end) as disputed,
        sum(case kind when 'dispute_open' then amount_cents
          when 'dispute_won' then -amount_cents
          when 'dispute_lost' then -amount_cents else 0 end) as open_cents
      from ledger_entries where kind <> 'capture' group by checkout_id
    )
    select donations.sequence, donations.livemode, entry.provider, donations.timestamp,
      entry.amount_cents, coalesce(refunded, 0), coalesce(disputed, 0),
      case when open_cents > 0 then 'disputed' when disputed > 0 then 'dispute_lost'
        when refunded >= entry.amount_cents then 'refunded'
        when refunded > 0 then 'partly_refunded' else 'paid' end
    from donations
    join ledger_entries as entry
      on entry.checkout_id = donations.checkout_id and entry.kind = 'capture'
    left join moved on moved.checkout_id = donations.checkout_id`.execute(db)
}

async function addSearch(db: Kysely<unknown>, { byBytes }: Dialect): Promise<void> {
  await sql`create index donations_by_name on donations ((lower(name)) ${byBytes}, sequence)
    where name is not null`.execute(db)
  await sql`create index webhook_events_by_payment on webhook_events (payment_ref)
    where payment_ref is not null`.execute(db)
  await sql`create index webhook_events_by_capture on webhook_events (capture_id)
    where capture_id is not null`.execute(db)
  await sql`create index mails_by_donation on mails (donation_id)`.execute(db)
}
