import { sql } from 'kysely'
import type { Database, Write, Writer } from '#server/infra/database/database.ts'
import { insertAll } from '#server/infra/database/insert-rows.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { insertChanges, takeVersions } from '#server/features/ledger/board/board-feed.ts'
import type { Donation } from '#server/features/ledger/ledger.ts'
import { toDonationSums } from '#server/features/ledger/sums/donation-sums.ts'
import { openTestSqlite, type TestDatabase } from './database.ts'

/** A donation to insert, or to change if its id exists. */
export interface BoardFixture {
  id: string
  /** The donor's account; 'u' by default. */
  userId?: string
  name?: string | null
  message?: string
  /** The amount in cents; zero takes the donation off the board, as a full refund does. */
  amountCents: number
  timestamp?: number
  /** The time at which the provider took the money; unknown by default. */
  capturedAt?: number
  /** The time at which a payment was begun that was pending. */
  begunAt?: number
  /** The time at which it gets its name, if it has had none; not known by default. */
  namedAt?: number
  /** The option that it votes for; none by default. */
  optionId?: string
  /** The team of donors that it is for. */
  teamId?: string | null
  /** The donation's mode; test money by default. */
  livemode?: Livemode
  /** True if the name before must not be sent any more. */
  retracts?: boolean
}

/** Changes donations and adds the changes to the feed, all in one commit, without any payment. */
export const changeBoard: Write<BoardFixture[], null> = {
  name: 'test.change-board',
  apply: async (writer, inputs) => {
    for (const fixtures of inputs) {
      for (const fixture of fixtures) await changeDonation(writer, fixture)
    }
    return inputs.map(() => null)
  },
}

/** Opens a database of its own whose writer knows `changeBoard`. */
export function openBoardDatabase(): Promise<TestDatabase> {
  return openTestSqlite('board-writer')
}

/** Adds `count` donations of the given amounts in three statements, without feed rows. */
export async function seedDonations(
  database: Database,
  { count, amountCents }: { count: number; amountCents: string },
): Promise<void> {
  await sql`
    insert into donations
      (id, checkout_id, user_id, name, amount_cents, livemode, timestamp, sequence)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    select 'd' || i, 'c' || i, 'u', 'Donor ' || i, ${sql.raw(amountCents)}, 0,
      1767225600000 + i, i from n`.execute(database.autocommit)
  await sql`
    insert into donation_sums (sequence, livemode, provider, timestamp, gross_cents,
      refunded_cents, disputed_cents, state)
    select sequence, livemode, 'stripe', timestamp, amount_cents, 0, 0, 'paid'
      from donations`.execute(database.autocommit)
  await sql`update board_head set version = ${sql.lit(count)}`.execute(database.autocommit)
}

async function changeDonation(writer: Writer, fixture: BoardFixture): Promise<void> {
  const before = await writer
    .selectFrom('donations')
    .selectAll()
    .where('id', '=', fixture.id)
    .executeTakeFirst()
  const version = await takeVersions(writer, 1)
  const after = applyFixture(before ?? buildDonation(fixture, version), fixture)
  await writer
    .insertInto('donations')
    .values(after)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(after))
    .execute()
  if (before === undefined) {
    const { amountCents } = fixture
    await insertAll(writer, [toDonationSums([after], [{ provider: 'stripe', amountCents }])])
  }
  await insertChanges(writer, [
    { version, before: before ?? null, after, retracts: fixture.retracts ?? false },
  ])
}

function buildDonation(fixture: BoardFixture, version: number): Donation {
  return {
    id: fixture.id,
    checkout_id: fixture.id,
    user_id: fixture.userId ?? 'u',
    name: `Donor ${fixture.id}`,
    message: null,
    amount_cents: fixture.amountCents,
    livemode: fixture.livemode ?? 0,
    timestamp: fixture.timestamp ?? 1_767_225_600_000 + version,
    captured_at: fixture.capturedAt ?? null,
    begun_at: fixture.begunAt ?? null,
    named_at: null,
    option_id: fixture.optionId ?? null,
    sequence: version,
    removed_at: null,
    team_id: fixture.teamId ?? null,
  }
}

function applyFixture(
  donation: Donation,
  { name, message, amountCents, namedAt }: BoardFixture,
): Donation {
  const isNamed = donation.name === null && typeof name === 'string'
  return {
    ...donation,
    named_at: isNamed ? (namedAt ?? null) : donation.named_at,
    name: name === undefined ? donation.name : name,
    message: message ?? null,
    amount_cents: amountCents,
  }
}
